// Bodies, one operation after the other.
#include "BodyValues.h"

#include <cstring>

namespace det::probe {

BodyValues::BodyValues(const verify::Body &body, const std::vector<std::string> &arguments) : results(body.results) {
  for (const verify::Body::Op &op : body.ops) {
    Step step{nullptr, 0, op.inputs, resultType(op.does)};
    if (op.does.starts_with("constant ")) {
      step.constant = constantBits(op.does, step.type);
    } else {
      std::vector<std::string> types;
      for (int input : op.inputs)
        types.push_back(input < 0 ? arguments.at(-1 - input) : steps.at(input).type);
      step.tape = meaningOf(op.does, types);
      if (!step.tape)
        throw Unknown(op.does + " in a body");
    }
    steps.push_back(std::move(step));
  }
}

std::vector<Column> BodyValues::run(const std::vector<const Column *> &arguments) const {
  std::vector<Column> made(steps.size());
  const int64_t count = arguments.empty() ? 0 : static_cast<int64_t>(arguments[0]->bytes.size()) / arguments[0]->size();
  auto columnOf = [&](int number) -> const Column & { return number < 0 ? *arguments.at(-1 - number) : made.at(number); };
  for (size_t i = 0; i < steps.size(); ++i) {
    Column &column = made[i];
    column.setType(steps[i].type);
    column.bytes.resize(count * column.size());
    if (!steps[i].tape) {
      for (int64_t at = 0; at < count; ++at)
        std::memcpy(column.bytes.data() + at * column.size(), &steps[i].constant, column.size());
      continue;
    }
    std::vector<const std::byte *> inputs;
    for (int input : steps[i].inputs)
      inputs.push_back(reinterpret_cast<const std::byte *>(columnOf(input).bytes.data()));
    steps[i].tape->run(inputs, reinterpret_cast<std::byte *>(column.bytes.data()), count);
  }
  std::vector<Column> yielded;
  for (int result : results)
    yielded.push_back(columnOf(result));
  return yielded;
}

} // namespace det::probe
