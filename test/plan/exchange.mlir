// RUN: det-opt --dump-plan --mesh=data=2 %s | FileCheck %s --check-prefix=TWO
// RUN: det-opt --dump-plan --mesh=data=3 %s | FileCheck %s --check-prefix=THREE

// Ranks with equal local shapes share a program; their shards' places are rank terms, not programs.
// TWO: mesh data=2
// TWO: program ranks=[0, 1]
// THREE: mesh data=3
// 16 rows on 3 ranks are 4, 6 and 6; of the two with 6 one has the nodes [4, 8) [8, 10), the other [10, 12) [12, 16).
// THREE: program ranks=[0]

// A gradient: one product per node, all nodes to whoever joins a piece, joins along the tree.
// TWO: product f32 {{.*}} inner(256:64/64/0) leaves=[32, 32, 32, 32, 32, 32, 32, 32] pops=[0, 1, 0, 2, 0, 1, 0, 3]
// TWO-NEXT: begin [[N:[0-9]+]]: {{.*}} nodes=2 over {data}
// TWO-NEXT: end [[N]]:
// TWO-NEXT: join add f32 {{.*}} count=2 {{.*}} pops=[0, 1]
// THREE: product f32 {{.*}} inner(128:64/64/0) leaves=[32, 32, 32, 32] pops=[0, 1, 0, 2]
// THREE: begin [[N:[0-9]+]]: {{.*}} nodes=5 over {data}
// THREE: join add f32 {{.*}} count=5 {{.*}} pops=[0, 1, 0, 1, 2]
// THREE: program ranks=[1]
// THREE: product f32 {{.*}} inner(128:64/64/0) leaves=[32, 32, 32, 32] pops=[0, 1, 0, 2]
// THREE: product f32 {{.*}} inner(64:64/64/0) leaves=[32, 32] pops=[0, 1]
// THREE: program ranks=[2]
// THREE: product f32 {{.*}} inner(64:64/64/0) leaves=[32, 32] pops=[0, 1]
// THREE: product f32 {{.*}} inner(128:64/64/0) leaves=[32, 32, 32, 32] pops=[0, 1, 0, 2]
func.func @main(%x: tensor<16x32x64xf32> {det.name = "x", det.kind = "batch"}, %y: tensor<16x32x64xf32> {det.name = "y", det.kind = "batch"})
    -> (tensor<64x64xf32> {det.name = "g", det.kind = "metric"}) {
  %g = det.dot %x, %y, batching = [] x [], contracting = [0, 1] x [0, 1] : (tensor<16x32x64xf32>, tensor<16x32x64xf32>) -> tensor<64x64xf32>
  return %g : tensor<64x64xf32>
}
