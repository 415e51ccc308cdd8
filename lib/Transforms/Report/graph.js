// The ops of the graph by module, by place in the program or in order, built as they are opened; and the op that is selected.
const views = {
  module: op => [...(op.module ? op.module.split('.') : ['(no parameter)']), phaseOf(op) === 'rest' ? null : phaseOf(op)].filter(Boolean),
  location: op => [...op.calls.split('\n'), ...op.scope.split('/').slice(0, -1)].filter(Boolean),
  order: () => [],
};
let view = 'module', selected = null, onlySums = false, onlySent = false, wanted = '';

function groups(list) {
  const root = {children: new Map(), ops: [], flops: 0, size: 0, sums: 0};
  for (const op of list) {
    let node = root;
    const visit = () => { node.flops += op.flops; ++node.size; node.sums += op.sum ? 1 : 0; };
    visit();
    for (const name of views[view](op)) {
      if (!node.children.has(name)) node.children.set(name, {name, children: new Map(), ops: [], flops: 0, size: 0, sums: 0});
      node = node.children.get(name);
      visit();
    }
    node.ops.push(op);
  }
  return root;
}

function opRow(op) {
  const row = el('a', {class: 'op' + (op === selected ? ' selected' : ''), href: '#v' + op.value, 'data-value': op.value},
    el('b', {class: 'kind'}, op.kind), el('span', {class: 'name'}, view === 'module' ? '' : fullName(op)), el('span', {class: 'type'}, op.type),
    op.sum && el('i', {class: 'mark sum', title: 'a sum with an order'}, 'Σ'), op.exchanges.length > 0 && el('i', {class: 'mark sent', title: 'exchanged between ranks'}, '⇄'),
    el('span', {class: 'number'}, op.flops ? flop(op.flops) : ''));
  return row;
}

const holds = (node, op) => node.ops.includes(op) || [...node.children.values()].some(child => holds(child, op));

function groupRow(node, total, depth) {
  // A chain of groups with one child each is one row.
  let name = node.name;
  while (node.children.size === 1 && !node.ops.length) {
    const [child] = node.children.values();
    if (view === 'module' && /^(forward|backward)$/.test(child.name)) break;
    name += (view === 'module' ? '.' : ' › ') + child.name;
    node = child;
  }
  let body = null;
  const group = el('div', {class: 'group'});
  const toggle = () => {
    if (body) { body.remove(); body = null; } else { body = el('div', {class: 'body'}, groupRows(node, total, depth + 1)); group.append(body); }
    head.setAttribute('aria-expanded', String(!!body));
  };
  const head = el('button', {class: 'head', 'aria-expanded': 'false', onclick: toggle},
    el('span', {class: 'name'}, name), node.sums > 0 && el('span', {class: 'mark sum'}, node.sums + ' Σ'), el('span', {class: 'number'}, count(node.size, 'op')),
    el('span', {class: 'share', title: flop(node.flops)}, el('i', {style: `width:${(total ? node.flops / total * 100 : 0).toFixed(1)}%`})));
  group.append(head);
  // Opens the way to an op, and tells whether it is in here.
  group.reveal = op => {
    if (!holds(node, op)) return false;
    if (!body) toggle();
    for (const inner of body.querySelectorAll('.group')) if (inner.reveal(op)) break;
    return true;
  };
  return group;
}

const groupRows = (node, total, depth) => [
  growing([...node.children.values()], child => groupRow(child, total, depth)), growing(node.ops, opRow),
];

function matches(op) {
  if (onlySums && !op.sum || onlySent && !op.exchanges.length) return false;
  return !wanted || `%${op.value} ${op.kind} ${op.type} ${op.module} ${op.scope} ${op.calls} ${op.layout}`.toLowerCase().includes(wanted);
}

const graphList = el('div', {id: 'ops'});
function drawGraph() {
  const filtered = wanted || onlySums || onlySent, list = filtered ? ops.filter(matches) : ops;
  const root = groups(list), total = root.flops;
  graphList.replaceChildren(list.length ? el('div', {}, groupRows(root, total, 0)) : el('p', {class: 'quiet'}, 'nothing matches'));
  if (filtered && list.length <= 60) // few enough to open everything
    for (let closed; (closed = [...graphList.querySelectorAll('.head[aria-expanded=false]')]).length;) closed.forEach(head => head.click());
  status.textContent = filtered ? `${count(list.length, 'op')} of ${ops.length.toLocaleString('en')}` : count(ops.length, 'op');
}

const status = el('span', {class: 'quiet'});
function graphPanel() {
  const choose = el('select', {'aria-label': 'group by', onchange: event => { view = event.target.value; drawGraph(); }},
    el('option', {value: 'module'}, 'by module'), el('option', {value: 'location'}, 'by place in the program'), el('option', {value: 'order'}, 'in program order'));
  let timer;
  const search = el('input', {type: 'search', placeholder: 'search: dot, h0.qkv, f32[16,32] …', 'aria-label': 'search ops', oninput: event => {
    clearTimeout(timer);
    timer = setTimeout(() => { wanted = event.target.value.trim().toLowerCase(); drawGraph(); }, 120);
  }});
  const box = (label, set) => el('label', {}, el('input', {type: 'checkbox', onchange: event => { set(event.target.checked); drawGraph(); }}), ' ' + label);
  document.getElementById('graph').append(el('h2', {}, 'Graph ', status), search,
    el('div', {class: 'tools'}, choose, box('sums', on => { onlySums = on; }), box('exchanged', on => { onlySent = on; })), graphList);
  drawGraph();
}

const fact = (name, value, className) => value && [el('dt', {}, name), el('dd', {class: className}, value)];
const link = value => el('a', {href: opOf.has(value) ? '#v' + value : null}, nameOfValue(value));
const some = (values, most = 6) => values.slice(0, most).map((value, i) => [i ? ', ' : '', link(value)])
  .concat(values.length > most ? [` and ${values.length - most} more`] : []);

function shardText(op) {
  const cut = op.shards.split('|').map((sizes, dim) => sizes && `dim ${dim}: ${sizes}`).filter(Boolean).join('; ');
  return op.layout + (cut ? `, shards of ${cut}` : ', whole on every rank');
}

/// Who reads what, made when first asked for.
let readersOf = null;
function readers(op) {
  if (!readersOf) {
    readersOf = new Map();
    for (const reader of ops) {
      for (const value of reader.inputs) {
        const list = readersOf.get(value) || readersOf.set(value, []).get(value);
        if (list[list.length - 1] !== reader.value) list.push(reader.value);
      }
    }
  }
  const all = [];
  for (let i = 0; i < op.results; ++i) all.push(...(readersOf.get(op.value + i) || []));
  return all;
}

function sentText(exchange) {
  const per = exchange.runs.length ? exchange.runs.map(([n, sent], i) => {
    const first = exchange.runs.slice(0, i).reduce((sum, [m]) => sum + m, 0);
    return `${n > 1 ? `ranks ${first}–${first + n - 1}` : 'rank ' + first} ${n > 1 ? 'each ' : ''}${bytes(sent)}`;
  }) : [`at most ${bytes(exchange.busiest)} of one rank`];
  return per.length > 8 ? [...per.slice(0, 8), '…'].join('; ') : per.join('; ');
}

function sumPart(sum) {
  const {order, split} = sum, whole = order.box.map(n => [0, n]), leaves = leavesOf(order, whole), n = shardCount(split);
  const free = order.level === 'not_guaranteed';
  const says = free ? 'At not_guaranteed the order below does not bind: each rank adds its part as it likes, and the parts are added one after the other.'
    : `${count(volume(whole), 'term')} in ${count(leaves, 'leaf', 'leaves')}, joined by a tree that only the graph decides. `
      + (split ? `${count(filledShards(split), 'shard')} of the sum hold ${count(sum.nodes, 'whole node')} of it (ringed; at most ${sum.most} of one rank). Only these are sent; the dark nodes join them, in the same tree.`
        : 'No rank needs a part of it from another: whoever has an element of the result evaluates its whole tree.');
  const legend = split && n <= 16 ? el('p', {class: 'legend'}, [...new Set(split.ranks)].sort((a, b) => a - b).map(shard =>
    el('span', {}, el('i', {style: `background:${colour(shard, n)}`}), rankNames(ranksOf(split, shard)))), !free && el('span', {}, el('i', {style: 'background:#333'}), 'joins'))
    : split ? el('p', {class: 'legend'}, el('span', {}, 'rank 0 ', el('i', {class: 'scale', style: `background:linear-gradient(to right, ${[0, 1, 2, 3, 4].map(i => colour(i * (n - 1) / 4, n)).join(', ')})`}), ` rank ${ranks.length - 1}`),
      !free && el('span', {}, el('i', {style: 'background:#333'}), 'joins')) : null;
  const tree = volume(whole) ? el('div', {class: 'scroll'}, svgTree(sum)) : null;
  return el('div', {class: 'expression'}, el('h3', {}, 'The order of this sum'), el('p', {}, says), legend, tree,
    free && split && filledShards(split) > 40 && el('p', {class: 'quiet'}, `Drawn are the first 20 and the last 20 of ${filledShards(split)} parts.`),
    !free && leaves > 48 && el('p', {class: 'quiet'}, `Drawn are the upper nodes; a triangle ×n stands for n leaves below one node.`),
    !free && el('p', {class: 'quiet'}, leafText(order) + ` Intermediates are ${order.acc}; ${order.init ? 'the init is added once, at the root, on the left; ' : ''}the result is rounded once to ${order.result}.`),
    el('dl', {}, fact('order', order.order, 'mono'), fact('box', `[${order.box.join(', ')}]`, 'mono'), fact('terms', `${order.terms} (${order.combiner})`, 'mono'),
      fact('level', order.level, 'mono'), fact('hash', order.hash, 'mono hash')));
}

function drawDetail(op) {
  selected = op;
  for (const group of graphList.querySelectorAll('.group')) if (group.reveal(op)) break;
  for (const row of graphList.querySelectorAll('.op')) row.classList.toggle('selected', Number(row.dataset.value) === op.value);
  const detail = document.getElementById('detail'), heads = op.scope.split('/').slice(0, -1).join(' / ');
  detail.replaceChildren();
  fill(detail,
    el('h2', {}, el('b', {class: 'kind'}, op.kind), ' ', fullName(op), ' ', el('span', {class: 'quiet mono'}, '%' + op.value)),
    op.sum && sumPart(op.sum),
    el('dl', {}, fact('result', op.type + (op.results > 1 ? ` and ${op.results - 1} more` : ''), 'mono'), fact('sharding', op.layout && data.about.mesh && shardText(op)),
      fact('work', op.flops > 0 && `${flop(op.flops)} a step` + (op.times > 1 ? `, ${op.times.toLocaleString('en')} runs` : '') + (ranks.length > 1 ? `; ${flop(op.busiest)} on the busiest rank (its share is ${flop(op.flops / ranks.length)})` : '')),
      op.exchanges.map(exchange => fact(exchange.joins ? 'joined' : 'exchanged', [`${exchange.from} → ${exchange.to}: ${bytes(exchange.bytes)} (${sentText(exchange)}), for `,
        exchange.readers.length ? some(exchange.readers.filter(v => v >= 0)) : '', exchange.readers.includes(-1) ? ' the step’s results' : ''])),
      fact('reads', op.inputs.length > 0 && some(op.inputs)), fact('read by', readers(op).length > 0 && some(readers(op))),
      fact('does', op.does, 'mono'), fact('scope', heads, 'mono'), fact('calls', op.calls && op.calls.split('\n').join(' › '))));
}
