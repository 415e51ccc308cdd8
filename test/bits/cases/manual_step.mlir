// A data-parallel training step inside shard_map: embedding and its gradient, loops with collectives, a loop that ranks leave at
// different times, sorts and scans.
// shard: arg0=[{a},{}] arg1=[{a},{}] arg4=[{a}]
// shard: arg2=[{},{a}] arg3=[{a},{}]
// data: normal
// control: seed
module @manual_step {
  sdy.mesh @mesh = <["a"=8]>
  func.func public @main(%arg0: tensor<24x6xf32>, %arg1: tensor<24x4xf32>, %arg2: tensor<6x4xf32>, %arg3: tensor<9x4xf32>, %arg4: tensor<24xi32>) -> (tensor<f32>, tensor<6x4xf32>, tensor<9x4xf32>, tensor<8x6xf32>) {
    %0:4 = sdy.manual_computation(%arg0, %arg1, %arg2, %arg3, %arg4) in_shardings=[<@mesh, [{"a"}, {}]>, <@mesh, [{"a"}, {}]>, <@mesh, [{}, {}]>, <@mesh, [{}, {}]>, <@mesh, [{"a"}]>] out_shardings=[<@mesh, []>, <@mesh, [{}, {}]>, <@mesh, [{}, {}]>, <@mesh, [{"a"}, {}]>] manual_axes={"a"} (%arg5: tensor<3x6xf32>, %arg6: tensor<3x4xf32>, %arg7: tensor<6x4xf32>, %arg8: tensor<9x4xf32>, %arg9: tensor<3xi32>) {
      %1 = stablehlo.dot_general %arg5, %arg7, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x6xf32>, tensor<6x4xf32>) -> tensor<3x4xf32>
      %2 = stablehlo.tanh %1 : tensor<3x4xf32>
      %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x4xf32>
      %4 = stablehlo.subtract %3, %2 : tensor<3x4xf32>
      %c = stablehlo.constant dense<0> : tensor<i32>
      %5 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<3xi32>
      %6 = stablehlo.compare LT, %arg9, %5, SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
      %c_0 = stablehlo.constant dense<9> : tensor<i32>
      %7 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<3xi32>
      %8 = stablehlo.add %arg9, %7 : tensor<3xi32>
      %9 = stablehlo.select %6, %8, %arg9 : tensor<3xi1>, tensor<3xi32>
      %10 = stablehlo.broadcast_in_dim %9, dims = [0] : (tensor<3xi32>) -> tensor<3x1xi32>
      %11 = "stablehlo.gather"(%arg8, %10) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 4>}> : (tensor<9x4xf32>, tensor<3x1xi32>) -> tensor<3x4xf32>
      %12 = stablehlo.multiply %2, %11 : tensor<3x4xf32>
      %13 = stablehlo.subtract %12, %arg6 : tensor<3x4xf32>
      %14 = stablehlo.multiply %13, %13 : tensor<3x4xf32>
      %cst_1 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
      %15 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<3x4xf32>
      %16 = stablehlo.multiply %15, %13 : tensor<3x4xf32>
      %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %17 = stablehlo.reduce(%14 init: %cst_2) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x4xf32>, tensor<f32>) -> tensor<f32>
      %cst_3 = stablehlo.constant dense<1.200000e+01> : tensor<f32>
      %18 = stablehlo.divide %17, %cst_3 : tensor<f32>
      %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %cst_5 = stablehlo.constant dense<1.200000e+01> : tensor<f32>
      %19 = stablehlo.divide %cst_4, %cst_5 : tensor<f32>
      %20 = stablehlo.broadcast_in_dim %19, dims = [] : (tensor<f32>) -> tensor<3x4xf32>
      %21 = stablehlo.multiply %20, %16 : tensor<3x4xf32>
      %22 = stablehlo.multiply %2, %21 : tensor<3x4xf32>
      %23 = stablehlo.multiply %21, %11 : tensor<3x4xf32>
      %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %24 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<9x4xf32>
      %25 = "stablehlo.scatter"(%24, %10, %22) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
      ^bb0(%arg10: tensor<f32>, %arg11: tensor<f32>):
        %58 = stablehlo.add %arg10, %arg11 : tensor<f32>
        stablehlo.return %58 : tensor<f32>
      }) : (tensor<9x4xf32>, tensor<3x1xi32>, tensor<3x4xf32>) -> tensor<9x4xf32>
      %26 = stablehlo.multiply %23, %4 : tensor<3x4xf32>
      %27 = stablehlo.multiply %26, %2 : tensor<3x4xf32>
      %28 = stablehlo.add %26, %27 : tensor<3x4xf32>
      %29 = stablehlo.dot_general %28, %arg5, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x4xf32>, tensor<3x6xf32>) -> tensor<4x6xf32>
      %30 = stablehlo.transpose %29, dims = [1, 0] : (tensor<4x6xf32>) -> tensor<6x4xf32>
      %31 = "stablehlo.all_reduce"(%30) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, use_global_device_ids}> ({
      ^bb0(%arg10: tensor<f32>, %arg11: tensor<f32>):
        %58 = stablehlo.add %arg10, %arg11 : tensor<f32>
        stablehlo.return %58 : tensor<f32>
      }) : (tensor<6x4xf32>) -> tensor<6x4xf32>
      %cst_7 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
      %32 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
      %33 = stablehlo.divide %31, %32 : tensor<6x4xf32>
      %34 = "stablehlo.all_reduce"(%25) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, use_global_device_ids}> ({
      ^bb0(%arg10: tensor<f32>, %arg11: tensor<f32>):
        %58 = stablehlo.add %arg10, %arg11 : tensor<f32>
        stablehlo.return %58 : tensor<f32>
      }) : (tensor<9x4xf32>) -> tensor<9x4xf32>
      %cst_8 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
      %35 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<9x4xf32>
      %36 = stablehlo.divide %34, %35 : tensor<9x4xf32>
      %37 = stablehlo.slice %arg5 [0:1, 0:6] : (tensor<3x6xf32>) -> tensor<1x6xf32>
      %c_9 = stablehlo.constant dense<0> : tensor<i32>
      %38:4 = stablehlo.while(%iterArg = %arg9, %iterArg_13 = %arg5, %iterArg_14 = %c_9, %iterArg_15 = %37) : tensor<3xi32>, tensor<3x6xf32>, tensor<i32>, tensor<1x6xf32>
      cond {
        %c_16 = stablehlo.constant dense<40> : tensor<i32>
        %58 = stablehlo.compare LT, %iterArg_14, %c_16, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %58 : tensor<i1>
      } do {
        %58 = func.call @closed_call(%iterArg, %iterArg_13, %iterArg_15) : (tensor<3xi32>, tensor<3x6xf32>, tensor<1x6xf32>) -> tensor<1x6xf32>
        %c_16 = stablehlo.constant dense<1> : tensor<i32>
        %59 = stablehlo.add %iterArg_14, %c_16 : tensor<i32>
        stablehlo.return %iterArg, %iterArg_13, %59, %58 : tensor<3xi32>, tensor<3x6xf32>, tensor<i32>, tensor<1x6xf32>
      }
      %39 = stablehlo.while(%iterArg = %38#3) : tensor<1x6xf32>
      cond {
        %58 = stablehlo.multiply %iterArg, %iterArg : tensor<1x6xf32>
        %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %59 = stablehlo.reduce(%58 init: %cst_13) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x6xf32>, tensor<f32>) -> tensor<f32>
        %cst_14 = stablehlo.constant dense<5.000000e+01> : tensor<f32>
        %60 = stablehlo.compare LT, %59, %cst_14, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
        stablehlo.return %60 : tensor<i1>
      } do {
        %cst_13 = stablehlo.constant dense<1.500000e+00> : tensor<f32>
        %58 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<1x6xf32>
        %59 = stablehlo.multiply %iterArg, %58 : tensor<1x6xf32>
        %cst_14 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
        %60 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<1x6xf32>
        %61 = stablehlo.add %59, %60 : tensor<1x6xf32>
        stablehlo.return %61 : tensor<1x6xf32>
      }
      %40 = "stablehlo.sort"(%arg5) <{dimension = 0 : i64, is_stable = true}> ({
      ^bb0(%arg10: tensor<f32>, %arg11: tensor<f32>):
        %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %58 = stablehlo.compare EQ, %arg10, %cst_13, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
        %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %59 = stablehlo.select %58, %cst_14, %arg10 : tensor<i1>, tensor<f32>
        %60 = stablehlo.compare NE, %arg10, %arg10, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
        %cst_15 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
        %61 = stablehlo.select %60, %cst_15, %59 : tensor<i1>, tensor<f32>
        %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %62 = stablehlo.compare EQ, %arg11, %cst_16, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
        %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %63 = stablehlo.select %62, %cst_17, %arg11 : tensor<i1>, tensor<f32>
        %64 = stablehlo.compare NE, %arg11, %arg11, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
        %cst_18 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
        %65 = stablehlo.select %64, %cst_18, %63 : tensor<i1>, tensor<f32>
        %66 = stablehlo.compare LT, %61, %65, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
        stablehlo.return %66 : tensor<i1>
      }) : (tensor<3x6xf32>) -> tensor<3x6xf32>
      %41 = stablehlo.slice %40 [0:1, 0:6] : (tensor<3x6xf32>) -> tensor<1x6xf32>
      %42 = func.call @cumsum(%arg5) : (tensor<3x6xf32>) -> tensor<3x6xf32>
      %43 = stablehlo.slice %42 [1:2, 0:6] : (tensor<3x6xf32>) -> tensor<1x6xf32>
      %44 = stablehlo.add %41, %43 : tensor<1x6xf32>
      %45 = func.call @argmax(%arg5) : (tensor<3x6xf32>) -> tensor<6xi32>
      %46 = stablehlo.broadcast_in_dim %45, dims = [1] : (tensor<6xi32>) -> tensor<1x6xi32>
      %47 = stablehlo.convert %46 : (tensor<1x6xi32>) -> tensor<1x6xf32>
      %48 = stablehlo.add %44, %47 : tensor<1x6xf32>
      %49 = "stablehlo.all_reduce"(%18) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, use_global_device_ids}> ({
      ^bb0(%arg10: tensor<f32>, %arg11: tensor<f32>):
        %58 = stablehlo.add %arg10, %arg11 : tensor<f32>
        stablehlo.return %58 : tensor<f32>
      }) : (tensor<f32>) -> tensor<f32>
      %cst_10 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
      %50 = stablehlo.divide %49, %cst_10 : tensor<f32>
      %cst_11 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
      %51 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
      %52 = stablehlo.multiply %51, %33 : tensor<6x4xf32>
      %53 = stablehlo.subtract %arg7, %52 : tensor<6x4xf32>
      %cst_12 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
      %54 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<9x4xf32>
      %55 = stablehlo.multiply %54, %36 : tensor<9x4xf32>
      %56 = stablehlo.subtract %arg8, %55 : tensor<9x4xf32>
      %57 = stablehlo.add %39, %48 : tensor<1x6xf32>
      sdy.return %50, %53, %56, %57 : tensor<f32>, tensor<6x4xf32>, tensor<9x4xf32>, tensor<1x6xf32>
    } : (tensor<24x6xf32>, tensor<24x4xf32>, tensor<6x4xf32>, tensor<9x4xf32>, tensor<24xi32>) -> (tensor<f32>, tensor<6x4xf32>, tensor<9x4xf32>, tensor<8x6xf32>)
    return %0#0, %0#1, %0#2, %0#3 : tensor<f32>, tensor<6x4xf32>, tensor<9x4xf32>, tensor<8x6xf32>
  }
  func.func private @closed_call(%arg0: tensor<3xi32>, %arg1: tensor<3x6xf32>, %arg2: tensor<1x6xf32>) -> tensor<1x6xf32> {
    %0 = "stablehlo.collective_permute"(%arg2) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [5, 6], [6, 7], [7, 0]]> : tensor<8x2xi64>}> : (tensor<1x6xf32>) -> tensor<1x6xf32>
    %cst = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<1x6xf32>
    %2 = stablehlo.multiply %0, %1 : tensor<1x6xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.reduce(%arg2 init: %cst_0) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x6xf32>, tensor<f32>) -> tensor<f32>
    %4 = "stablehlo.all_reduce"(%3) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, use_global_device_ids}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %16 = stablehlo.add %arg3, %arg4 : tensor<f32>
      stablehlo.return %16 : tensor<f32>
    }) : (tensor<f32>) -> tensor<f32>
    %cst_1 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %5 = stablehlo.multiply %4, %cst_1 : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [] : (tensor<f32>) -> tensor<1x6xf32>
    %7 = stablehlo.add %2, %6 : tensor<1x6xf32>
    %8 = stablehlo.slice %arg0 [0:1] : (tensor<3xi32>) -> tensor<1xi32>
    %9 = stablehlo.reshape %8 : (tensor<1xi32>) -> tensor<i32>
    %c = stablehlo.constant dense<3> : tensor<i32>
    %10 = call @remainder(%9, %c) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %11 = stablehlo.compare LT, %10, %c_2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_3 = stablehlo.constant dense<3> : tensor<i32>
    %12 = stablehlo.add %10, %c_3 : tensor<i32>
    %13 = stablehlo.select %11, %12, %10 : tensor<i1>, tensor<i32>
    %c_4 = stablehlo.constant dense<0> : tensor<i32>
    %14 = stablehlo.dynamic_slice %arg1, %13, %c_4, sizes = [1, 6] : (tensor<3x6xf32>, tensor<i32>, tensor<i32>) -> tensor<1x6xf32>
    %15 = stablehlo.add %7, %14 : tensor<1x6xf32>
    return %15 : tensor<1x6xf32>
  }
  func.func private @remainder(%arg0: tensor<i32>, %arg1: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.compare EQ, %0, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %2 = call @_where(%1, %c_0, %0) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %3 = stablehlo.remainder %arg0, %2 : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %4 = stablehlo.compare NE, %3, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %5 = stablehlo.compare LT, %3, %c_2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.compare LT, %2, %c_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %7 = stablehlo.compare NE, %5, %6, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %8 = stablehlo.and %7, %4 : tensor<i1>
    %9 = stablehlo.add %3, %2 : tensor<i32>
    %10 = stablehlo.select %8, %9, %3 : tensor<i1>, tensor<i32>
    return %10 : tensor<i32>
  }
  func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<i32>
    return %0 : tensor<i32>
  }
  func.func private @cumsum(%arg0: tensor<3x6xf32>) -> tensor<3x6xf32> {
    %0 = call @cumsum_0(%arg0) : (tensor<3x6xf32>) -> tensor<3x6xf32>
    return %0 : tensor<3x6xf32>
  }
  func.func private @cumsum_0(%arg0: tensor<3x6xf32>) -> tensor<3x6xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1>, padding = dense<[[2, 0], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %2 = stablehlo.add %arg1, %arg2 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<3x6xf32>, tensor<f32>) -> tensor<3x6xf32>
    return %1 : tensor<3x6xf32>
  }
  func.func private @argmax(%arg0: tensor<3x6xf32>) -> tensor<6xi32> {
    %0 = stablehlo.iota dim = 0 : tensor<3x6xi32>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1:2 = stablehlo.reduce(%arg0 init: %cst), (%0 init: %c) across dimensions = [0] : (tensor<3x6xf32>, tensor<3x6xi32>, tensor<f32>, tensor<i32>) -> (tensor<6xf32>, tensor<6xi32>)
     reducer(%arg1: tensor<f32>, %arg3: tensor<f32>) (%arg2: tensor<i32>, %arg4: tensor<i32>)  {
      %2 = stablehlo.compare GT, %arg1, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %3 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %4 = stablehlo.or %2, %3 : tensor<i1>
      %5 = stablehlo.compare EQ, %arg1, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %6 = stablehlo.compare LT, %arg2, %arg4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %7 = stablehlo.and %5, %6 : tensor<i1>
      %8 = stablehlo.or %4, %7 : tensor<i1>
      %9 = stablehlo.select %4, %arg1, %arg3 : tensor<i1>, tensor<f32>
      %10 = stablehlo.select %8, %arg2, %arg4 : tensor<i1>, tensor<i32>
      stablehlo.return %9, %10 : tensor<f32>, tensor<i32>
    }
    return %1#1 : tensor<6xi32>
  }
}
