// RUN: det-run --check %s
// RUN: det-run --check --device=reference %s
// The bits and states of rng_bit_generator as XLA gives them (recorded with JAX 0.10.2 on a CPU).

func.func @three_fry_ui8() {
  %state0 = stablehlo.constant dense<[11400714819323198485, 18446744073709551615]> : tensor<2xui64>
  %next0, %bits0 = stablehlo.rng_bit_generator %state0, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui8>)
  check.expect_eq_const %next0, dense<[11400714819323198485, 0]> : tensor<2xui64>
  check.expect_eq_const %bits0, dense<139> : tensor<ui8>
  %state1 = stablehlo.constant dense<[4354685564936845354, 2]> : tensor<2xui64>
  %next1, %bits1 = stablehlo.rng_bit_generator %state1, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x5xui8>)
  check.expect_eq_const %next1, dense<[4354685564936845354, 11]> : tensor<2xui64>
  check.expect_eq_const %bits1, dense<[[51, 177, 97, 37, 125], [103, 90, 28, 240, 44], [138, 6, 212, 0, 214]]> : tensor<3x5xui8>
  %state2 = stablehlo.constant dense<[15755400384260043839, 18446744073709551615]> : tensor<2xui64>
  %next2, %bits2 = stablehlo.rng_bit_generator %state2, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<1x2xui8>)
  check.expect_eq_const %next2, dense<[15755400384260043839, 0]> : tensor<2xui64>
  check.expect_eq_const %bits2, dense<[[36, 173]]> : tensor<1x2xui8>
  func.return
}

func.func @three_fry_ui16() {
  %state0 = stablehlo.constant dense<[8709371129873690708, 4]> : tensor<2xui64>
  %next0, %bits0 = stablehlo.rng_bit_generator %state0, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui16>)
  check.expect_eq_const %next0, dense<[8709371129873690708, 5]> : tensor<2xui64>
  check.expect_eq_const %bits0, dense<63612> : tensor<ui16>
  %state1 = stablehlo.constant dense<[1663341875487337577, 18446744073709551615]> : tensor<2xui64>
  %next1, %bits1 = stablehlo.rng_bit_generator %state1, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x5xui16>)
  check.expect_eq_const %next1, dense<[1663341875487337577, 8]> : tensor<2xui64>
  check.expect_eq_const %bits1, dense<[[43965, 10870, 14602, 55241, 58502], [6790, 36191, 28086, 38023, 29520], [26082, 51650, 1163, 30756, 2215]]> : tensor<3x5xui16>
  %state2 = stablehlo.constant dense<[13064056694810536062, 6]> : tensor<2xui64>
  %next2, %bits2 = stablehlo.rng_bit_generator %state2, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<1x2xui16>)
  check.expect_eq_const %next2, dense<[13064056694810536062, 7]> : tensor<2xui64>
  check.expect_eq_const %bits2, dense<[[7953, 4209]]> : tensor<1x2xui16>
  func.return
}

func.func @three_fry_ui32() {
  %state0 = stablehlo.constant dense<[6018027440424182931, 18446744073709551615]> : tensor<2xui64>
  %next0, %bits0 = stablehlo.rng_bit_generator %state0, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui32>)
  check.expect_eq_const %next0, dense<[6018027440424182931, 0]> : tensor<2xui64>
  check.expect_eq_const %bits0, dense<75139532> : tensor<ui32>
  %state1 = stablehlo.constant dense<[17418742259747381416, 8]> : tensor<2xui64>
  %next1, %bits1 = stablehlo.rng_bit_generator %state1, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x5xui32>)
  check.expect_eq_const %next1, dense<[17418742259747381416, 17]> : tensor<2xui64>
  check.expect_eq_const %bits1, dense<[[1382094812, 269857023, 364289341, 3374339141, 671266962], [3203968312, 2128569797, 1214419367, 93452579, 1932002258], [3140265894, 1084717585, 950936603, 3200119912, 3193219416]]> : tensor<3x5xui32>
  %state2 = stablehlo.constant dense<[10372713005361028285, 18446744073709551615]> : tensor<2xui64>
  %next2, %bits2 = stablehlo.rng_bit_generator %state2, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4x5xui32>)
  check.expect_eq_const %next2, dense<[10372713005361028285, 9]> : tensor<2xui64>
  check.expect_eq_const %bits2, dense<[[212099347, 995566945, 1665852087, 1240015156, 2839360080], [4195373147, 3134435923, 2340667819, 236123273, 2605804073], [545157084, 189592430, 3193810618, 911947144, 1905232901], [1299441289, 4211925076, 3463647453, 2913189520, 75729019]]> : tensor<4x5xui32>
  %state3 = stablehlo.constant dense<[3326683750974675154, 10]> : tensor<2xui64>
  %next3, %bits3 = stablehlo.rng_bit_generator %state3, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<1xui32>)
  check.expect_eq_const %next3, dense<[3326683750974675154, 11]> : tensor<2xui64>
  check.expect_eq_const %bits3, dense<[1400721548]> : tensor<1xui32>
  %state4 = stablehlo.constant dense<[14727398570297873639, 18446744073709551615]> : tensor<2xui64>
  %next4, %bits4 = stablehlo.rng_bit_generator %state4, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x2x3xui32>)
  check.expect_eq_const %next4, dense<[14727398570297873639, 8]> : tensor<2xui64>
  check.expect_eq_const %bits4, dense<[[[577993281, 3258491476, 3816070348], [1479248350, 2119735298, 4071456360]], [[3073173875, 241183267, 2772097179], [2820486256, 2517041928, 4173930280]], [[3642288818, 402306248, 350765069], [211066161, 1001821183, 2433740801]]]> : tensor<3x2x3xui32>
  %state5 = stablehlo.constant dense<[7681369315911520508, 12]> : tensor<2xui64>
  %next5, %bits5 = stablehlo.rng_bit_generator %state5, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<0x2xui32>)
  check.expect_eq_const %next5, dense<[7681369315911520508, 12]> : tensor<2xui64>
  check.expect_eq_const %bits5, dense<> : tensor<0x2xui32>
  func.return
}

func.func @three_fry_ui64() {
  %state0 = stablehlo.constant dense<[635340061525167377, 18446744073709551615]> : tensor<2xui64>
  %next0, %bits0 = stablehlo.rng_bit_generator %state0, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui64>)
  check.expect_eq_const %next0, dense<[635340061525167377, 0]> : tensor<2xui64>
  check.expect_eq_const %bits0, dense<9710929469838177248> : tensor<ui64>
  %state1 = stablehlo.constant dense<[12036054880848365862, 14]> : tensor<2xui64>
  %next1, %bits1 = stablehlo.rng_bit_generator %state1, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x5xui64>)
  check.expect_eq_const %next1, dense<[12036054880848365862, 29]> : tensor<2xui64>
  check.expect_eq_const %bits1, dense<[[4409794616095039606, 10497127166204607563, 4291649979130077432, 453440032069923269, 5161472968815414115], [4173343794716867738, 3227377827657163640, 12060326803555421191, 1449278806708505258, 5944021090397407189], [5702021581352247909, 9708442623628277309, 14149830914160033714, 2786724921792783891, 15508583179017403432]]> : tensor<3x5xui64>
  %state2 = stablehlo.constant dense<[4990025626462012731, 18446744073709551615]> : tensor<2xui64>
  %next2, %bits2 = stablehlo.rng_bit_generator %state2, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<1x2xui64>)
  check.expect_eq_const %next2, dense<[4990025626462012731, 1]> : tensor<2xui64>
  check.expect_eq_const %bits2, dense<[[999018935764129806, 388197462210868752]]> : tensor<1x2xui64>
  func.return
}

func.func @philox_ui8() {
  %state0 = stablehlo.constant dense<[16390740445785211216, 16]> : tensor<2xui64>
  %next0, %bits0 = stablehlo.rng_bit_generator %state0, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui8>)
  check.expect_eq_const %next0, dense<[16390740445785211216, 17]> : tensor<2xui64>
  check.expect_eq_const %bits0, dense<195> : tensor<ui8>
  %state1 = stablehlo.constant dense<[9344711191398858085, 18446744073709551615]> : tensor<2xui64>
  %next1, %bits1 = stablehlo.rng_bit_generator %state1, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x5xui8>)
  check.expect_eq_const %next1, dense<[9344711191398858085, 3]> : tensor<2xui64>
  check.expect_eq_const %bits1, dense<[[177, 218, 180, 191, 63], [121, 171, 224, 225, 229], [139, 251, 245, 218, 202]]> : tensor<3x5xui8>
  %state2 = stablehlo.constant dense<[2298681937012504954, 18]> : tensor<2xui64>
  %next2, %bits2 = stablehlo.rng_bit_generator %state2, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<1x2xui8>)
  check.expect_eq_const %next2, dense<[2298681937012504954, 19]> : tensor<2xui64>
  check.expect_eq_const %bits2, dense<[[37, 202]]> : tensor<1x2xui8>
  func.return
}

func.func @philox_ui16() {
  %state0 = stablehlo.constant dense<[13699396756335703439, 18446744073709551615]> : tensor<2xui64>
  %next0, %bits0 = stablehlo.rng_bit_generator %state0, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui16>)
  check.expect_eq_const %next0, dense<[13699396756335703439, 0]> : tensor<2xui64>
  check.expect_eq_const %bits0, dense<32225> : tensor<ui16>
  %state1 = stablehlo.constant dense<[6653367501949350308, 20]> : tensor<2xui64>
  %next1, %bits1 = stablehlo.rng_bit_generator %state1, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x5xui16>)
  check.expect_eq_const %next1, dense<[6653367501949350308, 24]> : tensor<2xui64>
  check.expect_eq_const %bits1, dense<[[51132, 63270, 673, 12771, 38126], [13405, 47677, 59518, 16375, 7545], [20258, 38516, 11213, 54209, 43099]]> : tensor<3x5xui16>
  %state2 = stablehlo.constant dense<[18054082321272548793, 18446744073709551615]> : tensor<2xui64>
  %next2, %bits2 = stablehlo.rng_bit_generator %state2, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<1x2xui16>)
  check.expect_eq_const %next2, dense<[18054082321272548793, 0]> : tensor<2xui64>
  check.expect_eq_const %bits2, dense<[[49307, 61202]]> : tensor<1x2xui16>
  func.return
}

func.func @philox_ui32() {
  %state0 = stablehlo.constant dense<[11008053066886195662, 22]> : tensor<2xui64>
  %next0, %bits0 = stablehlo.rng_bit_generator %state0, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui32>)
  check.expect_eq_const %next0, dense<[11008053066886195662, 23]> : tensor<2xui64>
  check.expect_eq_const %bits0, dense<2775798288> : tensor<ui32>
  %state1 = stablehlo.constant dense<[3962023812499842531, 18446744073709551615]> : tensor<2xui64>
  %next1, %bits1 = stablehlo.rng_bit_generator %state1, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x5xui32>)
  check.expect_eq_const %next1, dense<[3962023812499842531, 3]> : tensor<2xui64>
  check.expect_eq_const %bits1, dense<[[2334840590, 1756533109, 1553558481, 3432617518, 3657012058], [2889300810, 2887468120, 2659456073, 1371796847, 1991001011], [2613600482, 1543446008, 3272634149, 579280339, 1238297251]]> : tensor<3x5xui32>
  %state2 = stablehlo.constant dense<[15362738631823041016, 24]> : tensor<2xui64>
  %next2, %bits2 = stablehlo.rng_bit_generator %state2, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4x5xui32>)
  check.expect_eq_const %next2, dense<[15362738631823041016, 29]> : tensor<2xui64>
  check.expect_eq_const %bits2, dense<[[3897708344, 2296732553, 3349253097, 3022403726, 4280485588], [2508398125, 3897213067, 4267201305, 1951607845, 2776996272], [2393997001, 4252590706, 1055609220, 405673922, 1986889431], [2552498340, 3951179363, 1361993571, 544830948, 3019451734]]> : tensor<4x5xui32>
  %state3 = stablehlo.constant dense<[8316709377436687885, 18446744073709551615]> : tensor<2xui64>
  %next3, %bits3 = stablehlo.rng_bit_generator %state3, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<1xui32>)
  check.expect_eq_const %next3, dense<[8316709377436687885, 0]> : tensor<2xui64>
  check.expect_eq_const %bits3, dense<[36262641]> : tensor<1xui32>
  %state4 = stablehlo.constant dense<[1270680123050334754, 26]> : tensor<2xui64>
  %next4, %bits4 = stablehlo.rng_bit_generator %state4, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x2x3xui32>)
  check.expect_eq_const %next4, dense<[1270680123050334754, 31]> : tensor<2xui64>
  check.expect_eq_const %bits4, dense<[[[2858031727, 596989840, 4287104895], [3131016481, 3325351640, 168224611]], [[1517289969, 2444532563, 277369809], [1235585041, 4070760398, 3616955976]], [[2410750836, 4009616046, 942033011], [1526619824, 507861255, 2832399096]]]> : tensor<3x2x3xui32>
  %state5 = stablehlo.constant dense<[12671394942373533239, 18446744073709551615]> : tensor<2xui64>
  %next5, %bits5 = stablehlo.rng_bit_generator %state5, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<0x2xui32>)
  check.expect_eq_const %next5, dense<[12671394942373533239, 18446744073709551615]> : tensor<2xui64>
  check.expect_eq_const %bits5, dense<> : tensor<0x2xui32>
  func.return
}

func.func @philox_ui32_wide() {
  %state0 = stablehlo.constant dense<[5625365687987180108, 28, 18446744073709551615]> : tensor<3xui64>
  %next0, %bits0 = stablehlo.rng_bit_generator %state0, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<ui32>)
  check.expect_eq_const %next0, dense<[5625365687987180108, 29, 18446744073709551615]> : tensor<3xui64>
  check.expect_eq_const %bits0, dense<1561174766> : tensor<ui32>
  %state1 = stablehlo.constant dense<[17026080507310378593, 18446744073709551615, 18446744073709551615]> : tensor<3xui64>
  %next1, %bits1 = stablehlo.rng_bit_generator %state1, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<3x5xui32>)
  check.expect_eq_const %next1, dense<[17026080507310378593, 3, 0]> : tensor<3xui64>
  check.expect_eq_const %bits1, dense<[[2062412515, 307996805, 1020199114, 1256616131, 992562102], [3331929577, 639354150, 2084241810, 15483563, 797956124], [3588314372, 2604510070, 2817097464, 292341556, 58647526]]> : tensor<3x5xui32>
  %state2 = stablehlo.constant dense<[9980051252924025462, 30, 18446744073709551615]> : tensor<3xui64>
  %next2, %bits2 = stablehlo.rng_bit_generator %state2, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<4x5xui32>)
  check.expect_eq_const %next2, dense<[9980051252924025462, 35, 18446744073709551615]> : tensor<3xui64>
  check.expect_eq_const %bits2, dense<[[553065617, 2807519696, 2962203585, 2987941753, 1418313789], [4080162598, 3345444407, 4169188958, 3437406605, 3378349359], [609753831, 766697624, 2820969361, 3176912226, 1152101099], [872436608, 4007529129, 2165118414, 2092676340, 1829389792]]> : tensor<4x5xui32>
  %state3 = stablehlo.constant dense<[2934021998537672331, 18446744073709551615, 18446744073709551615]> : tensor<3xui64>
  %next3, %bits3 = stablehlo.rng_bit_generator %state3, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<1xui32>)
  check.expect_eq_const %next3, dense<[2934021998537672331, 0, 0]> : tensor<3xui64>
  check.expect_eq_const %bits3, dense<[3915851855]> : tensor<1xui32>
  %state4 = stablehlo.constant dense<[14334736817860870816, 32, 18446744073709551615]> : tensor<3xui64>
  %next4, %bits4 = stablehlo.rng_bit_generator %state4, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<3x2x3xui32>)
  check.expect_eq_const %next4, dense<[14334736817860870816, 37, 18446744073709551615]> : tensor<3xui64>
  check.expect_eq_const %bits4, dense<[[[1715263919, 1762660755, 1635254507], [2387851300, 2416956275, 747734245]], [[2834468965, 2469403623, 752781239], [2253025980, 1925230921, 75835445]], [[3567212884, 1313605770, 2713934126], [234044218, 3405862203, 2598413430]]]> : tensor<3x2x3xui32>
  %state5 = stablehlo.constant dense<[7288707563474517685, 18446744073709551615, 18446744073709551615]> : tensor<3xui64>
  %next5, %bits5 = stablehlo.rng_bit_generator %state5, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<0x2xui32>)
  check.expect_eq_const %next5, dense<[7288707563474517685, 18446744073709551615, 18446744073709551615]> : tensor<3xui64>
  check.expect_eq_const %bits5, dense<> : tensor<0x2xui32>
  func.return
}

func.func @philox_ui64() {
  %state0 = stablehlo.constant dense<[242678309088164554, 34]> : tensor<2xui64>
  %next0, %bits0 = stablehlo.rng_bit_generator %state0, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui64>)
  check.expect_eq_const %next0, dense<[242678309088164554, 35]> : tensor<2xui64>
  check.expect_eq_const %bits0, dense<10423345298278569688> : tensor<ui64>
  %state1 = stablehlo.constant dense<[11643393128411363039, 18446744073709551615]> : tensor<2xui64>
  %next1, %bits1 = stablehlo.rng_bit_generator %state1, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x5xui64>)
  check.expect_eq_const %next1, dense<[11643393128411363039, 7]> : tensor<2xui64>
  check.expect_eq_const %bits1, dense<[[845916189348679961, 12239332742760213252, 3820039065494026612, 16112597715321670271, 7399729505832707594], [12143525286552343054, 4054054238340297563, 3919484415539414137, 17103670282327618839, 10958198646499603289], [16097401242736241566, 17428798819884169140, 10731079781923231439, 545583428241152540, 14411288955119298651]]> : tensor<3x5xui64>
  %state2 = stablehlo.constant dense<[4597363874025009908, 36]> : tensor<2xui64>
  %next2, %bits2 = stablehlo.rng_bit_generator %state2, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<1x2xui64>)
  check.expect_eq_const %next2, dense<[4597363874025009908, 37]> : tensor<2xui64>
  check.expect_eq_const %bits2, dense<[[6223495711861987018, 18352955845169909799]]> : tensor<1x2xui64>
  func.return
}

func.func @philox_ui64_wide() {
  %state0 = stablehlo.constant dense<[15998078693348208393, 18446744073709551615, 18446744073709551615]> : tensor<3xui64>
  %next0, %bits0 = stablehlo.rng_bit_generator %state0, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<ui64>)
  check.expect_eq_const %next0, dense<[15998078693348208393, 0, 0]> : tensor<3xui64>
  check.expect_eq_const %bits0, dense<8855861888538710484> : tensor<ui64>
  %state1 = stablehlo.constant dense<[8952049438961855262, 38, 18446744073709551615]> : tensor<3xui64>
  %next1, %bits1 = stablehlo.rng_bit_generator %state1, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<3x5xui64>)
  check.expect_eq_const %next1, dense<[8952049438961855262, 46, 18446744073709551615]> : tensor<3xui64>
  check.expect_eq_const %bits1, dense<[[13207567645715576432, 11598648338056300455, 1453391578209140046, 15554373233971691435, 8335061340070587335], [8507936491258111821, 14346660879221445767, 10926084042752806257, 4035677302526466575, 10019420362335073338], [445082486002925411, 12264014144537265578, 7814905582733625036, 5474507374916716763, 17521132886220410250]]> : tensor<3x5xui64>
  %state2 = stablehlo.constant dense<[1906020184575502131, 18446744073709551615, 18446744073709551615]> : tensor<3xui64>
  %next2, %bits2 = stablehlo.rng_bit_generator %state2, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<1x2xui64>)
  check.expect_eq_const %next2, dense<[1906020184575502131, 0, 0]> : tensor<3xui64>
  check.expect_eq_const %bits2, dense<[[11776857236344689856, 9226388514674138448]]> : tensor<1x2xui64>
  func.return
}

func.func @default_ui8() {
  %state0 = stablehlo.constant dense<[13306735003898700616, 40]> : tensor<2xui64>
  %next0, %bits0 = stablehlo.rng_bit_generator %state0, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui8>)
  check.expect_eq_const %next0, dense<[13306735003898700616, 41]> : tensor<2xui64>
  check.expect_eq_const %bits0, dense<226> : tensor<ui8>
  %state1 = stablehlo.constant dense<[6260705749512347485, 18446744073709551615]> : tensor<2xui64>
  %next1, %bits1 = stablehlo.rng_bit_generator %state1, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x5xui8>)
  check.expect_eq_const %next1, dense<[6260705749512347485, 3]> : tensor<2xui64>
  check.expect_eq_const %bits1, dense<[[150, 28, 226, 247, 190], [108, 122, 36, 248, 48], [144, 51, 10, 67, 90]]> : tensor<3x5xui8>
  %state2 = stablehlo.constant dense<[17661420568835545970, 42]> : tensor<2xui64>
  %next2, %bits2 = stablehlo.rng_bit_generator %state2, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<1x2xui8>)
  check.expect_eq_const %next2, dense<[17661420568835545970, 43]> : tensor<2xui64>
  check.expect_eq_const %bits2, dense<[[29, 43]]> : tensor<1x2xui8>
  func.return
}

func.func @default_ui16() {
  %state0 = stablehlo.constant dense<[10615391314449192839, 18446744073709551615]> : tensor<2xui64>
  %next0, %bits0 = stablehlo.rng_bit_generator %state0, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui16>)
  check.expect_eq_const %next0, dense<[10615391314449192839, 0]> : tensor<2xui64>
  check.expect_eq_const %bits0, dense<11500> : tensor<ui16>
  %state1 = stablehlo.constant dense<[3569362060062839708, 44]> : tensor<2xui64>
  %next1, %bits1 = stablehlo.rng_bit_generator %state1, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x5xui16>)
  check.expect_eq_const %next1, dense<[3569362060062839708, 48]> : tensor<2xui64>
  check.expect_eq_const %bits1, dense<[[53372, 36884, 45439, 8200, 12946], [65128, 16463, 293, 17641, 2215], [21482, 30847, 14822, 53049, 62617]]> : tensor<3x5xui16>
  %state2 = stablehlo.constant dense<[14970076879386038193, 18446744073709551615]> : tensor<2xui64>
  %next2, %bits2 = stablehlo.rng_bit_generator %state2, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<1x2xui16>)
  check.expect_eq_const %next2, dense<[14970076879386038193, 0]> : tensor<2xui64>
  check.expect_eq_const %bits2, dense<[[29267, 64289]]> : tensor<1x2xui16>
  func.return
}

func.func @default_ui32() {
  %state0 = stablehlo.constant dense<[7924047624999685062, 46]> : tensor<2xui64>
  %next0, %bits0 = stablehlo.rng_bit_generator %state0, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui32>)
  check.expect_eq_const %next0, dense<[7924047624999685062, 47]> : tensor<2xui64>
  check.expect_eq_const %bits0, dense<3775787872> : tensor<ui32>
  %state1 = stablehlo.constant dense<[878018370613331931, 18446744073709551615]> : tensor<2xui64>
  %next1, %bits1 = stablehlo.rng_bit_generator %state1, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x5xui32>)
  check.expect_eq_const %next1, dense<[878018370613331931, 3]> : tensor<2xui64>
  check.expect_eq_const %bits1, dense<[[468182535, 628619359, 2536209242, 719868685, 4118177987], [1656863499, 1058100350, 2793503886, 2058959224, 3911623572], [2194579137, 679462727, 3927823055, 3617694099, 4206648275]]> : tensor<3x5xui32>
  %state2 = stablehlo.constant dense<[12278733189936530416, 48]> : tensor<2xui64>
  %next2, %bits2 = stablehlo.rng_bit_generator %state2, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4x5xui32>)
  check.expect_eq_const %next2, dense<[12278733189936530416, 53]> : tensor<2xui64>
  check.expect_eq_const %bits2, dense<[[89331917, 901077626, 3365808776, 1835168535, 1289404913], [1497859044, 4153076665, 3135696220, 597074998, 2024585222], [2663139116, 438570114, 1293051329, 493815710, 3792837201], [662290584, 951878519, 1826872493, 1204221374, 1703755924]]> : tensor<4x5xui32>
  %state3 = stablehlo.constant dense<[5232703935550177285, 18446744073709551615]> : tensor<2xui64>
  %next3, %bits3 = stablehlo.rng_bit_generator %state3, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<1xui32>)
  check.expect_eq_const %next3, dense<[5232703935550177285, 0]> : tensor<2xui64>
  check.expect_eq_const %bits3, dense<[2141456738]> : tensor<1xui32>
  %state4 = stablehlo.constant dense<[16633418754873375770, 50]> : tensor<2xui64>
  %next4, %bits4 = stablehlo.rng_bit_generator %state4, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x2x3xui32>)
  check.expect_eq_const %next4, dense<[16633418754873375770, 55]> : tensor<2xui64>
  check.expect_eq_const %bits4, dense<[[[545379434, 1830075072, 2900843260], [171410187, 1965812065, 625182914]], [[2582945899, 1774429865, 2357040199], [1297344233, 152215731, 1298067732]], [[24742768, 2643987087, 3599399787], [1646197535, 2543347225, 3061273817]]]> : tensor<3x2x3xui32>
  %state5 = stablehlo.constant dense<[9587389500487022639, 18446744073709551615]> : tensor<2xui64>
  %next5, %bits5 = stablehlo.rng_bit_generator %state5, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<0x2xui32>)
  check.expect_eq_const %next5, dense<[9587389500487022639, 18446744073709551615]> : tensor<2xui64>
  check.expect_eq_const %bits5, dense<> : tensor<0x2xui32>
  func.return
}

func.func @default_ui64() {
  %state0 = stablehlo.constant dense<[2541360246100669508, 52]> : tensor<2xui64>
  %next0, %bits0 = stablehlo.rng_bit_generator %state0, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui64>)
  check.expect_eq_const %next0, dense<[2541360246100669508, 53]> : tensor<2xui64>
  check.expect_eq_const %bits0, dense<8206329986936445294> : tensor<ui64>
  %state1 = stablehlo.constant dense<[13942075065423867993, 18446744073709551615]> : tensor<2xui64>
  %next1, %bits1 = stablehlo.rng_bit_generator %state1, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x5xui64>)
  check.expect_eq_const %next1, dense<[13942075065423867993, 7]> : tensor<2xui64>
  check.expect_eq_const %bits1, dense<[[5056201854837871104, 11517244462942881870, 1497651679836243258, 8517632465920459240, 13970012186312067553], [12815198792202472821, 9278580275576443656, 16614373170629868368, 16913748822507617609, 15174309907988461234], [17655497233467114162, 3385664552699709795, 15223110881702510354, 15316130611447747703, 14843148868434765774]]> : tensor<3x5xui64>
  %state2 = stablehlo.constant dense<[6896045811037514862, 54]> : tensor<2xui64>
  %next2, %bits2 = stablehlo.rng_bit_generator %state2, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<1x2xui64>)
  check.expect_eq_const %next2, dense<[6896045811037514862, 55]> : tensor<2xui64>
  check.expect_eq_const %bits2, dense<[[12731562223232955809, 13426010240324525983]]> : tensor<1x2xui64>
  func.return
}
