// Products of f32 and of integers of 32 bits.
#include "ProductKernel.h"

using namespace det::device;

// The largest tile has no deep stack: it would take too much local memory.
#define DET_PRODUCTS(TYPE, SCALAR)                                                                                                     \
  namespace TYPE##Tiles {                                                                                                              \
    using Large = TileShape<SCALAR, 4, 2, 4, 8, 2, 2, 8, int32_t>;                                                                              \
    using Medium = TileShape<SCALAR, 2, 2, 4, 8, 2, 1, 16>;                                                                            \
    using Small = TileShape<SCALAR, 2, 1, 4, 8, 1, 1, 16>;                                                                             \
    using Thin = TileShape<SCALAR, 4, 1, 8, 4, 1, 1, 16>;                                                                              \
  }                                                                                                                                    \
  DET_PRODUCT(det_product_##TYPE##_128x128, TYPE##Tiles::Large, 1)                                                                     \
  DET_PRODUCT(det_product_##TYPE##_128x128, TYPE##Tiles::Large, 4)                                                                     \
  DET_PRODUCT(det_product_##TYPE##_128x128, TYPE##Tiles::Large, 8)                                                                     \
  DET_PRODUCT(det_product_##TYPE##_64x64, TYPE##Tiles::Medium, 1)                                                                      \
  DET_PRODUCT(det_product_##TYPE##_64x64, TYPE##Tiles::Medium, 8)                                                                      \
  DET_PRODUCT(det_product_##TYPE##_64x64, TYPE##Tiles::Medium, 64)                                                                     \
  DET_PRODUCT(det_product_##TYPE##_32x32, TYPE##Tiles::Small, 8)                                                                       \
  DET_PRODUCT(det_product_##TYPE##_32x32, TYPE##Tiles::Small, 64)                                                                      \
  DET_PRODUCT(det_product_##TYPE##_128x16, TYPE##Tiles::Thin, 8)                                                                       \
  DET_PRODUCT(det_product_##TYPE##_128x16, TYPE##Tiles::Thin, 64)

DET_PRODUCTS(f32, F32)
DET_PRODUCTS(i32, I32)
