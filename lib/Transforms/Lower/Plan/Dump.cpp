// Prints plans for people and tests.
#include "det/Transforms/Plan/Plan.h"

#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace det {

using namespace artifact;

namespace {

class Printer {
public:
  Printer(const PlanT &plan, raw_ostream &os) : plan(plan), os(os) {}

  void print() {
    os << "plan format=" << plan.format << " level=" << plan.level << " recipe=" << plan.recipe << "\n";
    os << "mesh";
    for (size_t i = 0; i < plan.mesh->names.size(); ++i)
      os << " " << plan.mesh->names[i] << "=" << plan.mesh->sizes[i];
    os << "\n";
    for (size_t i = 0; i < plan.layouts.size(); ++i) {
      os << "layout " << i << " ";
      print(*plan.layouts[i]);
      os << "\n";
    }
    for (size_t i = 0; i < plan.tensors.size(); ++i) {
      const TensorT &tensor = *plan.tensors[i];
      os << "tensor " << i << " " << EnumNameTensorKind(tensor.kind) << " " << EnumNameElementType(tensor.type);
      list(tensor.shape);
      os << " layout " << tensor.layout << " \"" << tensor.name << "\"\n";
    }
    for (const auto &program : plan.programs)
      print(*program);
  }

private:
  template <class List> void list(const List &values) {
    os << "[";
    interleaveComma(values, os, [&](auto value) { os << static_cast<int64_t>(value); });
    os << "]";
  }

  void print(const LayoutT &layout) {
    list(layout.shape);
    for (const auto &cut : layout.dims) {
      os << " {";
      interleaveComma(cut->axes, os, [&](const Axis &axis) { print(axis); });
      os << "}";
      if (!cut->axes.empty())
        list(cut->edges);
      if (!cut->ends.empty()) {
        os << " to ";
        list(cut->ends);
      }
    }
  }

  void print(const Axis &axis) {
    os << plan.mesh->names[axis.axis()];
    if (axis.size())
      os << ":(" << axis.pre() << ")" << axis.size();
  }

  void print(const Ref &ref) { os << (ref.space() == Space::constants ? "c+" : "a+") << ref.offset(); }

  void print(const std::vector<RankOffset> &offsets) {
    for (const RankOffset &offset : offsets)
      os << " #" << offset.buffer() << "+=" << offset.stride_bytes() << "*layout" << offset.layout() << "." << offset.dim();
  }

  void print(StringRef name, const std::vector<ProductAxis> &axes) {
    os << " " << name << "(";
    interleaveComma(axes, os,
                    [&](const ProductAxis &axis) { os << axis.size() << ":" << axis.a() << "/" << axis.b() << "/" << axis.c(); });
    os << ")";
  }

  void printAction(const LaunchT &launch) {
    os << "launch ";
    if (launch.kernel < plan.kernels.size())
      os << plan.kernels[launch.kernel];
    else
      os << "kernel" << launch.kernel;
    os << "(";
    interleaveComma(launch.buffers, os, [&](const Ref &ref) { print(ref); });
    os << ") extent=" << launch.extent << " grain=" << launch.grain << " scratch=" << launch.scratch_bytes << " params=";
    list(launch.params);
    for (const RankParam &param : launch.rank_params)
      os << " p" << param.index() << "+=" << param.scale() << "*layout" << param.layout() << "." << param.dim();
    print(launch.rank_offsets);
  }

  void printAction(const ProductT &product) {
    os << "product " << EnumNameElementType(product.type) << " ";
    if (product.model != MmaModel::none)
      os << EnumNameMmaModel(product.model) << "<" << EnumNameElementType(product.operand) << "> ";
    print(*product.a);
    os << " x ";
    print(*product.b);
    os << " -> ";
    print(*product.c);
    print("batch", product.batch);
    print("rows", product.rows);
    print("columns", product.columns);
    print("inner", product.inner);
    for (const auto &part : product.more) {
      os << " at " << part->a << "/" << part->b;
      print("inner", part->inner);
    }
    os << " leaves=";
    list(product.leaves);
    os << " pops=";
    list(product.pops);
    print(product.rank_offsets);
    if (!product.pin.empty()) {
      os << " pin=";
      list(product.pin);
    }
  }

  void printAction(const CopyT &copy) {
    os << "copy ";
    print(*copy.source);
    os << " -> ";
    print(*copy.target);
    os << " bytes=" << copy.element_bytes << " sizes=";
    list(copy.sizes);
    os << " from=";
    list(copy.source_strides);
    os << " to=";
    list(copy.target_strides);
    print(copy.rank_offsets);
  }

  void printAction(const GatherT &gather) {
    os << "gather ";
    print(*gather.operand);
    list(gather.operand_shape);
    os << " at ";
    print(*gather.indices);
    list(gather.indices_shape);
    os << " -> ";
    print(*gather.result);
    list(gather.result_shape);
  }

  void printAction(const ScatterT &scatter) {
    os << "scatter " << EnumNameCombiner(scatter.combiner) << " ";
    print(*scatter.operand);
    list(scatter.operand_shape);
    os << " at ";
    print(*scatter.indices);
    os << " of ";
    print(*scatter.updates);
    list(scatter.updates_shape);
    os << " -> ";
    print(*scatter.result);
    os << " nodes=" << scatter.nodes.size() << (scatter.join_operand ? " with operand" : "");
  }

  void printAction(const JoinT &join) {
    os << "join " << EnumNameCombiner(join.combiner) << " " << EnumNameElementType(join.type) << " ";
    print(*join.nodes);
    os << " count=" << join.count << " elements=" << join.elements << " pops=";
    list(join.pops);
    if (join.has_init) {
      os << (join.init_is_scalar ? " init scalar " : " init ");
      print(*join.init);
    }
    os << " -> ";
    print(*join.result);
  }

  void print(const std::vector<Ref> &refs) {
    os << "(";
    interleaveComma(refs, os, [&](const Ref &ref) { print(ref); });
    os << ")";
  }

  void print(const std::unique_ptr<BodyT> &body) {
    if (body && body->kernel < plan.kernels.size())
      os << " by " << plan.kernels[body->kernel];
  }

  void printAction(const SortT &sort) {
    os << "sort ";
    print(sort.inputs);
    os << " -> ";
    print(sort.outputs);
    os << " sizes=" << sort.outer << "x" << sort.size << "x" << sort.inner << " key=" << EnumNameSortKey(sort.key)
       << (sort.descending ? " descending" : "");
    print(sort.body);
  }

  void printAction(const ScanT &scan) {
    os << "scan " << EnumNameCombiner(scan.combiner) << " " << EnumNameElementType(scan.type) << " ";
    print(*scan.operand);
    os << " init ";
    print(*scan.init);
    os << " -> ";
    print(*scan.result);
    os << " sizes=" << scan.outer << "x" << scan.size << "x" << scan.inner << " block=" << scan.block
       << (scan.reverse ? " reverse" : "");
  }

  void printAction(const GenericReduceT &reduce) {
    os << "reduce ";
    print(reduce.inputs);
    os << " init ";
    print(reduce.inits);
    os << " -> ";
    print(reduce.outputs);
    os << " kept=";
    list(reduce.kept);
    os << " box=";
    list(reduce.box);
    os << " strides=";
    list(reduce.strides);
    os << " levels=";
    list(reduce.level_dims);
    os << "/";
    list(reduce.level_blocks);
    os << (reduce.lanes ? " lanes" : "");
    print(reduce.body);
    print(reduce.rank_offsets);
  }

  void printAction(const GenericScatterT &scatter) {
    os << "scatter ";
    print(scatter.inputs);
    list(scatter.operand_shape);
    os << " at ";
    print(*scatter.indices);
    os << " of ";
    print(scatter.updates);
    list(scatter.updates_shape);
    os << " -> ";
    print(scatter.outputs);
    print(scatter.body);
  }

  void printAction(const UpdateT &update) {
    os << "update ";
    print(*update.operand);
    list(update.shape);
    os << " with ";
    print(*update.update);
    list(update.update_shape);
    os << " at ";
    print(update.starts);
    os << " -> ";
    print(*update.result);
  }

  void printAction(const ExchangeT &exchange, StringRef what, uint32_t number) {
    os << what << " " << number << ": ";
    print(*exchange.source);
    os << " layout" << exchange.source_layout << " -> ";
    print(*exchange.target);
    os << " layout" << exchange.target_layout << " bytes=" << exchange.element_bytes;
    if (exchange.node_count) {
      os << " nodes=" << exchange.node_count << " over {";
      interleaveComma(exchange.node_axes, os, [&](const Axis &axis) { print(axis); });
      os << "}";
    }
  }

  void print(const ActionUnion &action, const ProgramT &program) {
    switch (action.type) {
    case Action::Launch:
      return printAction(*action.AsLaunch());
    case Action::Product:
      return printAction(*action.AsProduct());
    case Action::Copy:
      return printAction(*action.AsCopy());
    case Action::Gather:
      return printAction(*action.AsGather());
    case Action::Scatter:
      return printAction(*action.AsScatter());
    case Action::Join:
      return printAction(*action.AsJoin());
    case Action::Sort:
      return printAction(*action.AsSort());
    case Action::Scan:
      return printAction(*action.AsScan());
    case Action::GenericReduce:
      return printAction(*action.AsGenericReduce());
    case Action::GenericScatter:
      return printAction(*action.AsGenericScatter());
    case Action::Update:
      return printAction(*action.AsUpdate());
    case Action::ExchangeBegin: {
      uint32_t number = action.AsExchangeBegin()->exchange;
      return printAction(*program.exchanges[number], "begin", number);
    }
    case Action::ExchangeEnd: {
      uint32_t number = action.AsExchangeEnd()->exchange;
      return printAction(*program.exchanges[number], "end", number);
    }
    case Action::Loop:
      os << "loop " << action.AsLoop()->count;
      return;
    case Action::While:
      os << "while ";
      print(*action.AsWhile()->predicate);
      return;
    case Action::NONE:
      return;
    }
  }

  void print(const ProgramT &program) {
    os << "program ranks=";
    list(program.ranks);
    os << " arena=" << program.arena_bytes << " state=" << program.persistent_bytes << "\n";
    for (const auto &placement : program.placements) {
      os << "  tensor " << placement->tensor << " at ";
      print(*placement->value);
      os << "\n";
    }
    print(program.entries, program, 2);
  }

  void print(const std::vector<std::unique_ptr<EntryT>> &entries, const ProgramT &program, unsigned indent) {
    for (const auto &entry : entries) {
      os.indent(indent);
      print(entry->action, program);
      if (const FusionT *fusion = entry->fusion.get())
        os << " fused=" << int(fusion->entries) << " rows=" << fusion->rows << " input=#" << fusion->input
           << (fusion->entries == 3 ? " output=#" + std::to_string(fusion->output) + (fusion->keeps ? " kept" : " not kept") : "");
      os << " flops=" << entry->flops << (entry->serial ? " serial" : "") << " \"" << plan.labels[entry->label] << "\"\n";
      if (const WhileT *loop = entry->action.AsWhile()) {
        print(loop->condition, program, indent + 4);
        os.indent(indent) << "do\n";
        print(loop->body, program, indent + 4);
      }
    }
  }

  const PlanT &plan;
  raw_ostream &os;
};

} // namespace

void dumpPlan(const PlanT &plan, raw_ostream &os) { Printer(plan, os).print(); }

} // namespace det
