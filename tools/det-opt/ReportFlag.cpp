// Reads the report's flags and prints it in the form asked for.
#include "ReportFlag.h"

#include "det/Transforms/PartitionReport.h"
#include "det/Transforms/Report/Page.h"
#include "llvm/Support/FormatVariadic.h"
#include <numeric>

using namespace llvm;

namespace det::opt {

rt::Result<ReportRequest> readReportFlags(StringRef value, std::vector<std::string> cost) {
  using Form = ReportRequest::Form;
  ReportRequest request;
  if (value == "json")
    request.form = Form::Json;
  else if (value == "html" || value.starts_with("html:"))
    request.form = Form::Html;
  else if (!value.empty() && value != "text")
    return rt::Error{("--report=" + value + ": expected --report, --report=json, --report=html or --report=html:FILE").str()};
  if (value.consume_front("html:")) {
    if (value.empty())
      return rt::Error{"--report=html: expected a file after the colon, or no colon"};
    request.file = value.str();
  }
  if (!cost.empty() && request.form != Form::Html)
    return rt::Error{"--report-cost needs --report=html"};
  if (!cost.empty() && cost.size() != 2)
    return rt::Error{"--report-cost: expected two files, the timings of this program and of the same at --level=not_guaranteed, got " +
                     std::to_string(cost.size())};
  request.cost = std::move(cost);
  return request;
}

static std::string textOrJson(const CompileReport &report, bool wantsJson) {
  std::string text;
  raw_string_ostream out(text);
  if (report.partition && wantsJson) {
    json::Value value = report.partition->toJson();
    if (!report.kernels.empty()) {
      json::Array kernels;
      for (const KernelUsage &usage : report.kernels)
        kernels.push_back(usageObject(usage));
      (*value.getAsObject())["kernels"] = std::move(kernels);
    }
    out << formatv("{0:2}", value) << "\n";
  }
  else if (report.partition)
    report.partition->print(out);
  else if (wantsJson)
    out << formatv("{0:2}", json::Value(json::Object{{"arenaBytes", json::Array(report.arenaBytes)},
                                                     {"stateBytes", json::Array(report.stateBytes)}}))
        << "\n";
  else
    for (auto [rank, bytes] : enumerate(report.arenaBytes))
      out << "rank " << rank << ": arena of " << bytes << " bytes, state of " << report.stateBytes[rank] << " bytes\n";
  return text;
}

rt::Result<std::string> reportText(const CompileReport &report, const ReportRequest &request) {
  if (request.form != ReportRequest::Form::Html)
    return textOrJson(report, request.form == ReportRequest::Form::Json);
  std::string cost;
  if (!request.cost.empty()) {
    uint64_t arenas = std::accumulate(report.arenaBytes.begin(), report.arenaBytes.end(), uint64_t(0));
    rt::Result<std::string> read = costData(request.cost[0], request.cost[1], arenas);
    if (!read)
      return read.error();
    cost = std::move(*read);
  }
  return htmlPage(report.page, cost);
}

} // namespace det::opt
