// A generic dump imports to the identical module, locations included; what is imported imports to itself.
// RUN: for f in reductions shardings elementwise movement calls meshes gspmd branches loops names constants; do det-opt %S/$f.mlir --split-input-file --det-import --mlir-print-debuginfo -o %t.pretty && det-opt %S/$f.mlir --split-input-file --mlir-print-op-generic --mlir-print-debuginfo -o %t.generic.mlir && det-opt %t.generic.mlir --split-input-file --det-import --mlir-print-debuginfo | cmp - %t.pretty || { echo $f; exit 1; }; done
// RUN: det-opt %S/calls.mlir --det-import -o %t.once
// RUN: det-opt %t.once --det-import | diff %t.once -
