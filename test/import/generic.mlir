// A generic dump imports to the identical module, locations included.
// RUN: det-opt %S/reductions.mlir --det-import --mlir-print-debuginfo -o %t.pretty
// RUN: det-opt %S/reductions.mlir --mlir-print-op-generic --mlir-print-debuginfo -o %t.generic.mlir
// RUN: det-opt %t.generic.mlir --det-import --mlir-print-debuginfo | diff %t.pretty -
// RUN: det-opt %S/shardings.mlir --det-import --mlir-print-debuginfo -o %t.pretty
// RUN: det-opt %S/shardings.mlir --mlir-print-op-generic --mlir-print-debuginfo -o %t.generic.mlir
// RUN: det-opt %t.generic.mlir --det-import --mlir-print-debuginfo | diff %t.pretty -
// RUN: det-opt %S/calls.mlir --det-import -o %t.once
// RUN: det-opt %t.once --det-import | diff %t.once -
