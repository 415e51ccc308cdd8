// The page: what was compiled and what is promised, then the picture, then tables.
const about = data.about, section = id => document.getElementById(id);
const total = (list, key) => list.reduce((n, item) => n + item[key], 0);
const most = (list, key) => list.reduce((n, item) => Math.max(n, item[key]), 0);

const promises = {
  mesh_to_mesh: ['Same bits on any mesh.', 'Every floating-point sum of this step is one expression that the graph alone decides; the mesh decides only where a part of it is evaluated.'],
  device_to_device: ['Same bits on any mesh and device.', 'Every floating-point sum of this step is one expression that the graph alone decides; mesh and device decide only where a part of it is evaluated.'],
  run_to_run: ['Same bits in every run on this mesh.', 'Sums depend on graph and mesh, and on nothing else.'],
  not_guaranteed: ['No promise about bits.', 'Compiled with the freedom that other systems take, to measure what the promise costs.'],
};

function drawHead() {
  const [promise, why] = promises[about.level] || [about.level, ''];
  const chip = (name, value) => value !== '' && el('span', {class: 'chip'}, el('small', {}, name), value);
  const recipe = about.recipe.replace(/^#det\.recipe<|>$|, mma = ""|, version = \d+| /g, '').replace(/,/g, ', ');
  document.title = `${text(about.graph)} · det report`;
  fill(section('head'), el('div', {class: 'inner'}, el('p', {class: 'file'}, text(about.graph), text(about.module) && el('span', {class: 'quiet'}, ' @' + text(about.module))),
    el('h1', {}, promise), el('p', {class: 'why'}, why),
    el('div', {class: 'chips'}, chip('mesh', about.mesh ? `${about.mesh} (${count(ranks.length, 'rank')})` : 'one rank'), chip('level', about.level), chip('step', flop(about.flops)),
      chip('graph', el('code', {}, about.graph_hash)), chip('numerics', `version ${about.numerics}`), chip('elementary functions', `version ${about.elementary}`), chip('recipe', el('code', {title: about.recipe}, recipe || 'default'))),
    cards()));
}

function cards() {
  const split = sums.filter(sum => sum.split).length, sent = total(exchanges, 'bytes'), work = most(ranks, 'flops'), share = about.flops / ranks.length;
  const card = (value, label, note, target) => el('a', {class: 'card', href: '#' + target}, el('b', {}, value), el('span', {}, label), el('small', {}, note));
  return el('div', {class: 'cards'},
    card(sums.length.toLocaleString('en'), 'ordered sums', `${split.toLocaleString('en')} evaluated by several ranks together`, 'orders'),
    card(bytes(sent), 'between ranks a step', exchanges.length ? `${count(exchanges.length, 'exchange')}; busiest rank sends ${bytes(most(ranks, 'sent'))}` : 'nothing is exchanged', 'exchanges'),
    card(flop(work), 'on the busiest rank', share > 0 ? `${(work / share).toFixed(2)} × an equal share of ${flop(about.flops)}` : '', 'ranks'),
    card(bytes(most(ranks, 'arena')), 'largest arena', `state ${bytes(most(ranks, 'state'))} of it`, 'ranks'));
}

const bar = (part, whole, className) => el('span', {class: 'bar ' + (className || '')}, el('i', {style: `width:${(whole ? part / whole * 100 : 0).toFixed(2)}%`}));

function drawExchanges() {
  const place = section('exchanges'), all = total(exchanges, 'bytes'), sorts = {bytes: 'total', busiest: 'busiest rank'};
  if (!exchanges.length) return place.append(el('h2', {}, 'Exchanges'), el('p', {class: 'quiet'}, 'One rank, or nothing to exchange.'));
  const list = el('div'), draw = key => {
    const sorted = exchanges.slice().sort((a, b) => b[key] - a[key]), top = sorted[0][key] || 1;
    list.replaceChildren(el('div', {class: 'row titles'}, el('span', {}, ''), el('span', {}, 'what, and for which ops'), el('span', {}, 'type, from → to'), ...Object.keys(sorts).map(k =>
      el('button', {class: k === key ? 'on' : '', onclick: () => draw(k)}, sorts[k] + (k === key ? ' ▾' : ''))), el('span', {}, '')),
    growing(sorted, exchange => el('a', {class: 'row', href: exchange.op ? '#v' + exchange.value : null},
      el('span', {class: 'tag ' + (exchange.joins ? 'join' : 'move')}, exchange.joins ? 'Σ nodes' : 'value'),
      el('span', {}, nameOfValue(exchange.value), el('small', {}, 'for ', exchange.readers.length ? exchange.readers.slice(0, 3).map(v => (v < 0 ? 'the results' : v === exchange.value ? 'its readers' : nameOfValue(v))).join(', ') + (exchange.readers.length > 3 ? ' …' : '') : '–')),
      el('span', {class: 'mono'}, exchange.type.replace(/^tensor<|>$/g, ''), el('small', {}, `${exchange.from} → ${exchange.to}`)),
      el('span', {class: 'number'}, bytes(exchange.bytes)), el('span', {class: 'number'}, bytes(exchange.busiest)), bar(exchange[key], top, exchange.joins ? 'join' : 'move')), 20));
  };
  draw('bytes');
  const joined = total(exchanges.filter(exchange => exchange.joins), 'bytes');
  place.append(el('h2', {}, 'Exchanges'), el('p', {}, `${bytes(all)} cross between ranks in a step: ${bytes(joined)} are nodes of sums, joined where they arrive; ${bytes(all - joined)} are values that another rank needs.`), list);
}

/// Columns of all ranks; of many ranks, the largest of each run.
function columns(title, key, note) {
  const values = ranks.map(rank => rank[key]), top = Math.max(...values, 1), W = 560, H = 74, n = Math.min(values.length, 256);
  const svg = el('svg', {viewBox: `0 0 ${W} ${H + 14}`, class: 'columns', role: 'img', 'aria-label': title});
  for (let i = 0; i < n; ++i) {
    const first = Math.floor(i * values.length / n), last = Math.max(first, Math.floor((i + 1) * values.length / n) - 1);
    const value = Math.max(...values.slice(first, last + 1)), h = value / top * H, w = Math.min(W / n, 60);
    svg.append(el('rect', {x: i * w + w * 0.08, y: H - h, width: w * 0.84, height: Math.max(h, 0.5), fill: colour(first, values.length)},
      el('title', {}, `${rankNames(last > first ? [first, last] : [first])}: ${key === 'flops' ? flop(value) : bytes(value)}`)));
    if (n <= 16) svg.append(el('text', {x: (i + 0.5) * w, y: H + 11, class: 'tiny'}, String(first)));
    if (n <= 8 && h > 14) svg.append(el('text', {x: (i + 0.5) * w, y: H - h + 12, class: 'tiny', fill: isDark(colour(first, values.length)) ? '#fff' : '#222'}, (key === 'flops' ? flop(value) : bytes(value)).replace(/flop|B/, '')));
  }
  return el('figure', {}, el('figcaption', {}, el('b', {}, title), ' ', el('span', {class: 'quiet'}, note)), svg);
}

function drawRanks() {
  const top = most(ranks, 'arena'), share = about.flops / ranks.length;
  const classes = growing(data.classes, item => el('div', {class: 'row'}, el('span', {}, (/[-,]/.test(item.ranks) ? 'ranks ' : 'rank ') + item.ranks.replace(/-/g, '–').replace(/,/g, ', ')),
    el('span', {class: 'number'}, count(item.entries, 'entry', 'entries')),
    el('span', {class: 'memory'}, el('i', {class: 'state', style: `width:${item.state_bytes / top * 100}%`}), el('i', {style: `width:${(item.arena_bytes - item.state_bytes) / top * 100}%`})),
    el('span', {class: 'number'}, bytes(item.state_bytes)), el('span', {class: 'number'}, bytes(item.arena_bytes))), 24);
  fill(section('ranks'), el('h2', {}, 'Ranks'),
    ranks.length > 1 && el('div', {class: 'figures'}, columns('Work', 'flops', `an equal share is ${flop(share)}`), columns('Sent', 'sent', 'bytes of a step')),
    el('h3', {}, 'Memory'), el('p', {class: 'quiet'}, 'Ranks with one program are a class. An arena is all memory that a rank’s step takes; the state lies at its front.'),
    el('div', {class: 'row titles'}, el('span', {}, 'class'), el('span', {class: 'number'}, 'program'), el('span', {}, el('i', {class: 'dot state'}), 'state', el('i', {class: 'dot'}), 'rest of the arena'), el('span', {class: 'number'}, 'state'), el('span', {class: 'number'}, 'arena')),
    classes);
}

function drawTwice() {
  const twice = data.replicated.map(([value, axes, why, flops]) => ({value, axes: text(axes), why: text(why), flops})), extra = total(twice, 'flops');
  const moved = data.moved.map(([value, from, to, why, sent]) => ({value, from: text(from), to: text(to), why: text(why), sent}));
  const row = (value, middle, why, number) => el('a', {class: 'row', href: opOf.has(value) ? '#v' + value : null}, el('span', {}, nameOfValue(value)), el('span', {class: 'mono'}, middle), el('span', {class: 'quiet'}, why), el('span', {class: 'number'}, number));
  fill(section('twice'), el('h2', {}, 'Work done more than once'),
    twice.length ? [el('p', {}, `${flop(extra)} of one rank are beyond its share (${(about.flops ? extra / about.flops * 100 : 0).toFixed(2)} % of a step): ops that several ranks evaluate for the same part although they could be cut.`),
      growing(twice, item => row(item.value, 'along ' + item.axes, item.why, flop(item.flops)), 8)] : el('p', {class: 'quiet'}, 'None: no op that could be cut further is evaluated by two ranks for the same part.'),
    moved.length > 0 && [el('h3', {}, 'Sums that are not split where their operands are'), growing(moved, item => row(item.value, `${item.from} → ${item.to}`, item.why, bytes(item.sent)), 8)]);
}

/// What kernels take on each chip; nothing where none was assembled. Those that take most come first.
function drawKernels() {
  const list = data.kernels.map(([kernel, chip, registers, stack, stored, loaded, shared]) => ({kernel: text(kernel), chip: text(chip), registers, stack, spilled: stored + loaded, shared}));
  if (!list.length) return;
  const top = most(list, 'registers'), spilling = list.filter(kernel => kernel.spilled), titles = ['kernel', 'chip', 'registers', 'stack', 'spilled', 'shared', ''];
  list.sort((a, b) => b.spilled - a.spilled || b.registers - a.registers || b.shared - a.shared);
  fill(section('kernels'), el('h2', {}, 'Kernels on GPUs'),
    el('p', {}, `${count(new Set(list.map(kernel => kernel.kernel)).size, 'kernel')} for ${[...new Set(list.map(kernel => kernel.chip))].join(', ')}; ${spilling.length ? count(spilling.length, 'of them spills', 'of them spill') : 'none spills'}. Registers, stack and spills are a thread’s, shared memory a block’s.`),
    el('div', {class: 'row titles'}, titles.map((title, i) => el('span', {class: i > 1 && title && 'number'}, title))),
    growing(list, kernel => el('div', {class: 'row'}, el('span', {class: 'mono'}, kernel.kernel), el('span', {}, kernel.chip), el('span', {class: 'number'}, String(kernel.registers)),
      el('span', {class: 'number'}, bytes(kernel.stack)), el('span', {class: 'number'}, bytes(kernel.spilled)), el('span', {class: 'number'}, bytes(kernel.shared)), bar(kernel.registers, top)), 20));
}

function drawCost() {
  const cost = JSON.parse(section('cost-data').textContent), place = section('cost');
  place.append(el('h2', {}, 'What the order costs'));
  if (!cost) {
    return place.append(el('p', {class: 'quiet'}, 'Not measured. To show it here, time this program and the same one without orders, then write the report once more:'),
      el('pre', {}, 'det-run step.mlir [--mesh=... --shard=...] --data ... --steps=20 --timings=own.json\n'
        + 'det-run step.mlir [--mesh=... --shard=...] --data ... --steps=20 --timings=free.json --level=not_guaranteed\n'
        + 'det-opt step.mlir [--mesh=... --shard=...] --report=html --report-cost=own.json,free.json -o report.html'));
  }
  const ms = seconds => (seconds * 1e3).toPrecision(4) + ' ms', top = Math.max(cost.own.median, cost.free.median);
  const row = (name, run) => el('div', {class: 'row'}, el('span', {}, name, el('small', {}, count(run.steps, 'step'))), bar(run.median, top), el('span', {class: 'number'}, ms(run.median)), el('span', {class: 'number'}, ms(run.min)));
  const percent = key => `${Math.abs((cost.own[key] / cost.free[key] - 1) * 100).toFixed(1)} % ${cost.own[key] < cost.free[key] ? 'less' : 'more'}`;
  place.append(el('p', {}, `A step takes ${percent('min')} than at not_guaranteed by the fastest step, ${percent('median')} by the median. Times are of the machine that measured, the first step left out.`),
    el('div', {class: 'row titles'}, el('span', {}, 'level'), el('span', {}, ''), el('span', {class: 'number'}, 'median'), el('span', {class: 'number'}, 'fastest')), row(about.level, cost.own), row('not_guaranteed', cost.free));
}

function drawOrders() {
  const byOrder = new Map();
  for (const sum of sums) (byOrder.get(sum.order) || byOrder.set(sum.order, []).get(sum.order)).push(sum);
  const list = [...byOrder].sort((a, b) => b[1].length - a[1].length);
  fill(section('orders'), el('h2', {}, 'Orders'), el('p', {}, `${count(sums.length, 'sum')} in ${count(list.length, 'expression')}. The hash covers the whole expression, leaf by leaf; it is the certificate’s, and the same on every mesh.${about.level === 'not_guaranteed' ? ' At not_guaranteed none of them binds.' : ''}`),
    growing(list, ([order, of]) => el('div', {class: 'row order'}, el('span', {class: 'number'}, of.length + ' ×'), el('span', {}, order.kind, ' over ', el('code', {}, `[${order.box.join(', ')}]`), el('small', {}, some(of.map(sum => sum.value), 3))),
      el('span', {class: 'mono'}, order.order.replace(/^#det\.order<|>$/g, ''), el('small', {}, `${order.terms}, ${count(leavesOf(order, order.box.map(n => [0, n])), 'leaf', 'leaves')}`)), el('code', {class: 'hash'}, order.hash)), 20),
    data.tensorCores.length > 0 && [el('h3', {}, 'What tensor cores would change'),
      el('p', {}, `With --recipe=mma=hopper ${count(data.tensorCores.length, 'product')}, now sums of f32, would be steps of a tensor core: ${flop(total(data.tensorCores.map(row => ({flops: row[3]})), 'flops'))} of a step, with other bits.`),
      growing(data.tensorCores, ([value, terms, order, flops]) => el('div', {class: 'row'}, el('span', {}, link(value)), el('span', {class: 'mono'}, text(terms)), el('span', {class: 'mono'}, text(order).replace(/^#det\.order<|>$/g, '')), el('span', {class: 'number'}, flop(flops))), 8)],
    data.below.length > 0 && [el('h3', {}, 'Below the level of the step'), growing(data.below, item => el('div', {class: 'row'}, el('span', {}, link(item.value)), el('span', {}, item.level), el('span', {class: 'quiet'}, [item.why, (item.results || []).join(', ')].filter(Boolean).join(': '))), 20)]);
}

/// The sum that shows most at first: one that several ranks evaluate, with a tree that can be drawn whole, and much work.
function telling() {
  const score = sum => (sum.op ? (sum.split ? 4 : 0) + (/\*/.test(sum.order.terms) ? 1 : 0) + (leavesOf(sum.order, sum.order.box.map(n => [0, n])) > 4 ? 2 : 0) : -1);
  return sums.reduce((best, sum) => (!best || score(sum) > score(best) || score(sum) === score(best) && sum.op && sum.op.flops > best.op.flops ? sum : best), null);
}

function select() {
  const op = opOf.get(Number((location.hash.match(/^#v(\d+)$/) || [])[1]));
  if (op) drawDetail(op);
  return op;
}

drawHead();
graphPanel();
drawExchanges();
drawRanks();
drawTwice();
drawKernels();
drawCost();
drawOrders();
if (!select()) {
  const sum = telling();
  if (sum && sum.op) drawDetail(sum.op);
  else if (ops.length) drawDetail(ops[0]);
}
window.addEventListener('hashchange', () => select() && section('picture').scrollIntoView({block: 'start', behavior: 'smooth'}));
