// Operations that give the same bits everywhere: they move elements, choose between them, count with whole numbers, or round once.
#include "Visit.h"

namespace det::audit {

void addHarmlessOperations(Handlers &handlers) {
  // Elementwise.
  handlers.addHarmless("and or xor not popcnt count_leading_zeros shift_left shift_right_arithmetic shift_right_logical negate floor ceil "
                       "round_nearest_afz round_nearest_even is_finite real imag complex remainder compare select clamp maximum minimum "
                       "reduce_precision copy add_dependency domain map chlo.conj chlo.is_inf chlo.is_pos_inf chlo.is_neg_inf chlo.mulhi "
                       "chlo.next_after chlo.broadcast_and chlo.broadcast_or chlo.broadcast_xor chlo.broadcast_shift_left "
                       "chlo.broadcast_shift_right_arithmetic chlo.broadcast_shift_right_logical chlo.broadcast_compare "
                       "chlo.broadcast_complex chlo.broadcast_maximum chlo.broadcast_minimum chlo.broadcast_next_after "
                       "chlo.broadcast_remainder chlo.broadcast_select uniform_quantize uniform_dequantize");
  // Movement.
  handlers.addHarmless("broadcast broadcast_in_dim dynamic_broadcast_in_dim reshape dynamic_reshape bitcast transpose reverse slice "
                       "real_dynamic_slice concatenate pad dynamic_pad trace get_dimension_size set_dimension_size chlo.dynamic_reshape "
                       "chlo.minimum_broadcast_shapes");
  // Constants and counters.
  handlers.addHarmless("constant iota dynamic_iota chlo.constant chlo.constant_like sdy.constant create_token after_all");
  // Control flow: what it holds is looked at by itself.
  handlers.addHarmless("while if case composite call return sdy.return optimization_barrier tuple get_tuple_element outfeed send "
                       "sdy.manual_computation sdy.named_computation");
  // Placement.
  handlers.addHarmless("sdy.mesh sdy.sharding_constraint sdy.reshard sdy.sharding_group sdy.data_flow_edge sdy.propagation_barrier");
  // Statements of recorded tests.
  handlers.addHarmless("check.expect_eq_const check.expect_almost_eq_const check.expect_eq check.expect_almost_eq check.expect_close "
                       "check.eq interpreter.print");
}

} // namespace det::audit
