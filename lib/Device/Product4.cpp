// Products of f32 and of integers of 32 bits.
#include "ProductKernel.h"

using namespace det::device;

// Deep stacks are for small tiles: local memory is set aside for every thread that a GPU can hold.
#define DET_PRODUCTS(TYPE, SCALAR)                                                                                               \
  namespace TYPE##Tiles {                                                                                                        \
    using Large = TileShape<SCALAR, 4, 2, 4, 8, 2, 2, 8, int32_t>;                                                               \
    using Medium = TileShape<SCALAR, 2, 2, 4, 8, 2, 1, 16>;                                                                      \
    using Small = TileShape<SCALAR, 2, 1, 4, 8, 1, 1, 16>;                                                                       \
    using Thin = TileShape<SCALAR, 4, 1, 8, 4, 1, 1, 16>;                                                                        \
  }                                                                                                                              \
  DET_PRODUCT(det_product_##TYPE##_128x128, TYPE##Tiles::Large, 1)                                                               \
  DET_PRODUCT(det_product_##TYPE##_128x128, TYPE##Tiles::Large, 4)                                                               \
  DET_PRODUCT(det_product_##TYPE##_128x128, TYPE##Tiles::Large, 8)                                                               \
  DET_PRODUCT(det_product_##TYPE##_64x64, TYPE##Tiles::Medium, 1)                                                                \
  DET_PRODUCT(det_product_##TYPE##_64x64, TYPE##Tiles::Medium, 8)                                                                \
  DET_PRODUCT(det_product_##TYPE##_64x64, TYPE##Tiles::Medium, 16)                                                               \
  DET_PRODUCT(det_product_##TYPE##_32x32, TYPE##Tiles::Small, 8)                                                                 \
  DET_PRODUCT(det_product_##TYPE##_32x32, TYPE##Tiles::Small, 16)                                                                \
  DET_PRODUCT(det_product_##TYPE##_32x32, TYPE##Tiles::Small, 64)                                                                \
  DET_PRODUCT(det_product_##TYPE##_128x16, TYPE##Tiles::Thin, 8)                                                                 \
  DET_PRODUCT(det_product_##TYPE##_128x16, TYPE##Tiles::Thin, 16)

DET_PRODUCTS(f32, F32)
DET_PRODUCTS(i32, I32)
