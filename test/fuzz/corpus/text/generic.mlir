"builtin.module"() ({
  "func.func"() <{function_type = (tensor<3xf32>, tensor<i32>) -> tensor<3xf32>, sym_name = "main"}> ({
  ^bb0(%a: tensor<3xf32>, %i: tensor<i32>):
    %0 = "stablehlo.case"(%i) ({
      %2 = "stablehlo.tanh"(%a) : (tensor<3xf32>) -> tensor<3xf32>
      "stablehlo.return"(%2) : (tensor<3xf32>) -> ()
    }, {
      "stablehlo.return"(%a) : (tensor<3xf32>) -> ()
    }) : (tensor<i32>) -> tensor<3xf32>
    %1 = "stablehlo.slice"(%0) <{limit_indices = array<i64: 3>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<3xf32>) -> tensor<3xf32>
    "func.return"(%1) : (tensor<3xf32>) -> ()
  }) : () -> ()
}) : () -> ()
