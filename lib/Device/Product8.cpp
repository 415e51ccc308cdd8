// Products of f64 and of integers of 64 bits.
#include "ProductKernel.h"

using namespace det::device;

#define DET_PRODUCTS(TYPE, SCALAR)                                                                                               \
  namespace TYPE##Tiles {                                                                                                        \
    using Large = TileShape<SCALAR, 4, 2, 4, 8, 2, 2, 8>;                                                                        \
    using Small = TileShape<SCALAR, 2, 1, 4, 8, 2, 2, 16>;                                                                       \
  }                                                                                                                              \
  DET_PRODUCT(det_product_##TYPE##_64x64, TYPE##Tiles::Large, 1)                                                                 \
  DET_PRODUCT(det_product_##TYPE##_64x64, TYPE##Tiles::Large, 8)                                                                 \
  DET_PRODUCT(det_product_##TYPE##_64x64, TYPE##Tiles::Large, 16)                                                                \
  DET_PRODUCT(det_product_##TYPE##_32x32, TYPE##Tiles::Small, 8)                                                                 \
  DET_PRODUCT(det_product_##TYPE##_32x32, TYPE##Tiles::Small, 16)                                                                \
  DET_PRODUCT(det_product_##TYPE##_32x32, TYPE##Tiles::Small, 64)

DET_PRODUCTS(f64, F64)
DET_PRODUCTS(i64, I64)
