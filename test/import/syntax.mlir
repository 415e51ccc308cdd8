// Every pretty form gives the operation that the generic form names, and the generic form reads back to the same.
// RUN: det-opt %s --mlir-print-op-generic -o %t
// RUN: det-opt %t --mlir-print-op-generic | diff %t -
// RUN: FileCheck %s < %t

// CHECK: "sdy.mesh"() {mesh = #sdy.mesh<["data"=4, "model"=2]>, stablehlo.mesh = {axes = [{name = "data", size = 4 : i64}, {name = "model", size = 2 : i64}]}, sym_name = "mesh"} : () -> ()
// CHECK: "stablehlo.compare"({{.*}}) {compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction LT>}
// CHECK: "stablehlo.slice"(%{{.*}}) {limit_indices = array<i64: 32>, start_indices = array<i64: 0>, strides = array<i64: 2>}
// CHECK: "stablehlo.pad"({{.*}}) {edge_padding_high = array<i64: -1>, edge_padding_low = array<i64: 1>, interior_padding = array<i64: 0>}
// CHECK: "stablehlo.dot_general"({{.*}}) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}
// CHECK: "stablehlo.dot_general"({{.*}}) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>, precision_config = [#stablehlo<precision HIGHEST>, #stablehlo<precision HIGHEST>]}
// CHECK: "stablehlo.dot_general"({{.*}}) {algorithm = #stablehlo.dot_algorithm<lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>, dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}
// CHECK: "stablehlo.reduce"({{.*}}) ({
// CHECK: "chlo.top_k"(%{{.*}}) {k = 2 : i64}
// CHECK: "stablehlo.while"({{.*}}) ({
// CHECK: "stablehlo.reduce_precision"(%{{.*}}) {exponent_bits = 8 : i32, mantissa_bits = 7 : i32}
// CHECK: "stablehlo.rng_bit_generator"(%{{.*}}) {rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>}
// CHECK: "stablehlo.convolution"({{.*}}) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1, 1>, padding = dense<1> : tensor<2x2xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>], rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, window_strides = array<i64: 1, 1>}
// CHECK: "stablehlo.custom_call"(%{{.*}}) {backend_config = "", call_target_name = "foo", mhlo.frontend_attributes = {k = "v"}}
// CHECK: "stablehlo.composite"(%{{.*}}) {composite_attributes = {approx = true}, decomposition = @silu, name = "my.gelu", version = 1 : i32}
// CHECK: "sdy.sharding_constraint"(%{{.*}}) {sharding = #sdy.sharding<@mesh, [{"data"}, {?}]>}
// CHECK: }) {in_shardings = #sdy.sharding_per_value<[<@mesh, [{"data"}, {}]>]>, manual_axes = #sdy<manual_axes{"data"}>, out_shardings = #sdy.sharding_per_value<[<@mesh, [{"data"}, {}]>]>

module @jit_train_step attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=4, "model"=2]> {stablehlo.mesh = {axes = [{name = "data", size = 4 : i64}, {name = "model", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>, tf.aliasing_output = 0 : i32}, %arg1: tensor<4x6xf32> {jax.buffer_donor = true, sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}, %arg2: tensor<8xi32>, %arg3: tensor<i32>, %arg4: tensor<f32>) -> (tensor<8x4xf32> {jax.result_info = "result[0].params['w']", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}) {
    %c = stablehlo.constant dense<2> : tensor<i32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.iota dim = 0 : tensor<8x4xi32>
    %1 = stablehlo.convert %0 : (tensor<8x4xi32>) -> tensor<8x4xf32>
    %2 = stablehlo.convert %arg0 : tensor<8x4xf32>
    %3 = stablehlo.add %1, %2 : tensor<8x4xf32>
    %4 = stablehlo.negate %3 : tensor<8x4xf32>
    %5 = stablehlo.is_finite %4 : (tensor<8x4xf32>) -> tensor<8x4xi1>
    %6 = stablehlo.compare  LT, %3, %4,  FLOAT : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xi1>
    %7 = stablehlo.compare GE, %arg3, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %8 = stablehlo.select %6, %3, %4 : tensor<8x4xi1>, tensor<8x4xf32>
    %9 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %10 = stablehlo.transpose %8, dims = [1, 0] : (tensor<8x4xf32>) -> tensor<4x8xf32>
    %11 = stablehlo.reshape %10 : (tensor<4x8xf32>) -> tensor<32xf32>
    %12 = stablehlo.slice %11 [0:32:2] : (tensor<32xf32>) -> tensor<16xf32>
    %13 = stablehlo.pad %12, %cst, low = [1], high = [-1], interior = [0] : (tensor<16xf32>, tensor<f32>) -> tensor<16xf32>
    %14 = stablehlo.concatenate %12, %13, dim = 0 : (tensor<16xf32>, tensor<16xf32>) -> tensor<32xf32>
    %15 = stablehlo.reverse %14, dims = [0] : tensor<32xf32>
    %16 = stablehlo.clamp %cst, %15, %arg4 : (tensor<f32>, tensor<32xf32>, tensor<f32>) -> tensor<32xf32>
    %17 = stablehlo.dynamic_slice %8, %arg3, %c, sizes = [1, 4] : (tensor<8x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
    %18 = stablehlo.dynamic_update_slice %8, %17, %arg3, %c : (tensor<8x4xf32>, tensor<1x4xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
    %19 = stablehlo.dot_general %18, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x4xf32>, tensor<4x6xf32>) -> tensor<8x6xf32>
    %20 = stablehlo.dot_general %18, %18, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [HIGHEST, HIGHEST] : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8xf32>
    %21 = stablehlo.dot_general %18, %arg1, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<8x4xf32>, tensor<4x6xf32>) -> tensor<8x6xf32>
    %22 = stablehlo.reduce(%19 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<8x6xf32>, tensor<f32>) -> tensor<8xf32>
    %23:2 = stablehlo.reduce(%18 init: %cst_0), (%0 init: %c) across dimensions = [1] : (tensor<8x4xf32>, tensor<8x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<8xf32>, tensor<8xi32>)
     reducer(%a0: tensor<f32>, %a2: tensor<f32>) (%a1: tensor<i32>, %a3: tensor<i32>)  {
      %r0 = stablehlo.compare GT, %a0, %a2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %r1 = stablehlo.select %r0, %a0, %a2 : tensor<i1>, tensor<f32>
      %r2 = stablehlo.select %r0, %a1, %a3 : tensor<i1>, tensor<i32>
      stablehlo.return %r1, %r2 : tensor<f32>, tensor<i32>
    }
    %24 = stablehlo.reshape %arg2 : (tensor<8xi32>) -> tensor<8x1xi32>
    %25 = "stablehlo.gather"(%18, %24) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 4>}> : (tensor<8x4xf32>, tensor<8x1xi32>) -> tensor<8x4xf32>
    %26 = "stablehlo.scatter"(%9, %24, %25) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
      %s0 = stablehlo.add %b0, %b1 : tensor<f32>
      stablehlo.return %s0 : tensor<f32>
    }) : (tensor<8x4xf32>, tensor<8x1xi32>, tensor<8x4xf32>) -> tensor<8x4xf32>
    %27:2 = "stablehlo.sort"(%22, %arg2) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%b0: tensor<f32>, %b1: tensor<f32>, %b2: tensor<i32>, %b3: tensor<i32>):
      %s0 = stablehlo.compare LT, %b0, %b1, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %s0 : tensor<i1>
    }) : (tensor<8xf32>, tensor<8xi32>) -> (tensor<8xf32>, tensor<8xi32>)
    %values, %indices = chlo.top_k(%18, k = 2) : tensor<8x4xf32> -> (tensor<8x2xf32>, tensor<8x2xi32>)
    %28 = chlo.erf %18 : tensor<8x4xf32> -> tensor<8x4xf32>
    %29 = chlo.square %28 : tensor<8x4xf32> -> tensor<8x4xf32>
    %30:2 = stablehlo.while(%iterArg = %c, %iterArg_1 = %29) : tensor<i32>, tensor<8x4xf32>
    cond {
      %w0 = stablehlo.compare LT, %iterArg, %arg3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %w0 : tensor<i1>
    } do {
      %w0 = func.call @silu(%iterArg_1) : (tensor<8x4xf32>) -> tensor<8x4xf32>
      %w1 = stablehlo.add %iterArg, %c : tensor<i32>
      stablehlo.return %w1, %w0 : tensor<i32>, tensor<8x4xf32>
    }
    %31 = "stablehlo.case"(%arg3) ({
      stablehlo.return %30#1 : tensor<8x4xf32>
    }, {
      stablehlo.return %29 : tensor<8x4xf32>
    }) : (tensor<i32>) -> tensor<8x4xf32>
    %32 = stablehlo.optimization_barrier %31 : tensor<8x4xf32>
    %33 = stablehlo.reduce_precision %32, format = e8m7 : tensor<8x4xf32>
    %34 = call @silu(%33) : (tensor<8x4xf32>) -> tensor<8x4xf32>
    %35 = stablehlo.constant dense<[1, 2]> : tensor<2xui64>
    %output_state, %output = stablehlo.rng_bit_generator %35, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<8x4xui32>)
    %36 = stablehlo.shift_right_logical %output, %output : tensor<8x4xui32>
    %37 = stablehlo.bitcast_convert %36 : (tensor<8x4xui32>) -> tensor<8x4xf32>
    %38 = stablehlo.reshape %37 : (tensor<8x4xf32>) -> tensor<1x8x4x1xf32>
    %39 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x3x1x2xf32>
    %40 = stablehlo.convolution(%38, %39) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x8x4x1xf32>, tensor<3x3x1x2xf32>) -> tensor<1x8x4x2xf32>
    %41 = "stablehlo.reduce_window"(%40, %cst_0) <{padding = dense<0> : tensor<4x2xi64>, window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
      %s0 = stablehlo.maximum %b0, %b1 : tensor<f32>
      stablehlo.return %s0 : tensor<f32>
    }) : (tensor<1x8x4x2xf32>, tensor<f32>) -> tensor<1x4x2x2xf32>
    %42 = "stablehlo.select_and_scatter"(%40, %41, %cst) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
      %s0 = stablehlo.compare GE, %b0, %b1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %s0 : tensor<i1>
    }, {
    ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
      %s0 = stablehlo.add %b0, %b1 : tensor<f32>
      stablehlo.return %s0 : tensor<f32>
    }) : (tensor<1x8x4x2xf32>, tensor<1x4x2x2xf32>, tensor<f32>) -> tensor<1x8x4x2xf32>
    %43 = stablehlo.custom_call @foo(%34) {backend_config = "", mhlo.frontend_attributes = {k = "v"}} : (tensor<8x4xf32>) -> tensor<8x4xf32>
    %44 = stablehlo.composite "my.gelu" %43 {composite_attributes = {approx = true}, decomposition = @silu, version = 1 : i32} : (tensor<8x4xf32>) -> tensor<8x4xf32>
    %45 = sdy.sharding_constraint %44 <@mesh, [{"data"}, {?}]> : tensor<8x4xf32>
    %46 = sdy.manual_computation(%45) in_shardings=[<@mesh, [{"data"}, {}]>] out_shardings=[<@mesh, [{"data"}, {}]>] manual_axes={"data"} (%m0: tensor<2x4xf32>) {
      %m1 = "stablehlo.all_reduce"(%m0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "data">]>, use_global_device_ids}> ({
      ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
        %s0 = stablehlo.add %b0, %b1 : tensor<f32>
        stablehlo.return %s0 : tensor<f32>
      }) : (tensor<2x4xf32>) -> tensor<2x4xf32>
      sdy.return %m1 : tensor<2x4xf32>
    } : (tensor<8x4xf32>) -> tensor<8x4xf32>
    %47 = stablehlo.add %46, %46 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"data"}, {}]>]>} : tensor<8x4xf32>
    return %47 : tensor<8x4xf32>
  }
  func.func private @silu(%arg0: tensor<8x4xf32>) -> tensor<8x4xf32> {
    %0 = stablehlo.logistic %arg0 : tensor<8x4xf32>
    %1 = stablehlo.multiply %arg0, %0 : tensor<8x4xf32>
    return %1 : tensor<8x4xf32>
  }
}
