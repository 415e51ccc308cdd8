// A convolution whose leaves are of two shapes: five input features in blocks of two.
// RUN: det-opt %s --to=host --isa=v3 --recipe=k_leaf_min=2,k_leaf_max=2 -o %t.det --emit-certificate=%t.json
// RUN: det-verify %t.det | FileCheck %s
// RUN: det-verify --certificate %t.det | diff - %t.json
// RUN: FileCheck %s --check-prefix=CERTIFICATE < %t.json
// RUN: head -c 5000 %t.det > %t.cut && not det-verify %t.cut 2>&1 | FileCheck %s --check-prefix=CUT
// RUN: not det-verify %s 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not det-opt %s --emit-certificate=%t.json 2>&1 | FileCheck %s --check-prefix=ALONE
// RUN: det-verify --probe %t.det | FileCheck %s --check-prefix=PROBE
// RUN: not det-verify --nonsense %t.det 2>&1 | FileCheck %s --check-prefix=OPTION
// RUN: not det-verify --probe --certificate %t.det 2>&1 | FileCheck %s --check-prefix=BOTH
// CHECK: ok: 1 ops, 1 ordered, mesh_to_mesh; 1 ranks in 1 programs
// CERTIFICATE: "graph_hash":
// CERTIFICATE: "box":[3,3,5],{{.*}}"kind":"convolution"{{.*}}"levels":{{\[\[}}2,2]]
// CUT: error: {{.*}}.cut: has 5000 bytes instead of
// PROBE: ok: 1 ops, {{.*}}; probed {{[0-9]+}} kernels: {{[1-9][0-9]*}} by order (FPRev), 0 by value; they stand for {{[0-9]+}} entries; v3,
// OPTION: error: {{.*}}--nonsense
// BOTH: error: --{{probe|certificate}} excludes --{{probe|certificate}}
// OTHER: error: {{.*}}: is not an artifact
// ALONE: error: --emit-certificate needs --to and -o FILE
module {
  func.func public @main(%x: tensor<2x6x6x5xf32>, %w: tensor<3x3x5x4xf32>) -> tensor<2x6x6x4xf32> {
    %y = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
      window = {stride = [1, 1], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
      : (tensor<2x6x6x5xf32>, tensor<3x3x5x4xf32>) -> tensor<2x6x6x4xf32>
    return %y : tensor<2x6x6x4xf32>
  }
}
