// RUN: not det-opt --det-order="recipe=k_leaf_min=48" %s 2>&1 | FileCheck %s --check-prefix=POWER
// RUN: not det-opt --det-order="recipe=leaf=1" %s 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not det-opt --det-order="recipe=mma=turing" %s 2>&1 | FileCheck %s --check-prefix=FAMILY
// RUN: not det-opt --det-order="level=exact" %s 2>&1 | FileCheck %s --check-prefix=LEVEL
// RUN: not det-opt --det-order="level=device_to_device recipe=mma=hopper" %s 2>&1 | FileCheck %s --check-prefix=DEVICE
// RUN: det-opt --det-order="level=run_to_run" %s 2>&1 | FileCheck %s --check-prefix=SAYS

// A recipe or a level that does not exist is an error; run_to_run is compiled as mesh_to_mesh, and says so.
// POWER: expected a power of two, got k_leaf_min = 48
// NAME: expected k_leaf_min, k_leaf_max, row_leaf_min, row_leaf_max, column_leaf_max, mma or version in the recipe, got 'leaf'
// FAMILY: expected mma = none, volta, ampere or hopper, got 'turing'
// LEVEL: expected level not_guaranteed, run_to_run, mesh_to_mesh or device_to_device, got 'exact'
// DEVICE: expected no tensor cores at level device_to_device, got mma = hopper
// SAYS: level run_to_run is compiled as mesh_to_mesh
// SAYS: det.level = "mesh_to_mesh"
module {}
