// Basics: the data by name, elements, numbers for people, the colours of ranks.
'use strict';
const data = JSON.parse(document.getElementById('data').textContent);
const text = i => (i < 0 ? '' : data.strings[i]);

const ops = data.ops.map(([value, results, kind, does, type, scope, calls, module, layout, shards, flops, busiest, times, inputs]) => ({
  value, results, kind: text(kind), does: text(does), type: text(type), scope: text(scope), calls: text(calls), module: text(module),
  layout: text(layout), shards: text(shards), flops, busiest, times, inputs, sum: null, exchanges: [],
}));
const opOf = new Map();
for (const op of ops) for (let i = 0; i < op.results; ++i) opOf.set(op.value + i, op);
const sums = data.sums.map(([value, order, split, nodes, most]) => ({
  value, order: data.orders[order], split: split < 0 ? null : data.splits[split], nodes, most, op: opOf.get(value),
}));
for (const sum of sums) if (sum.op) sum.op.sum = sum;
const exchanges = data.exchanges.map(([value, joins, type, from, to, bytes, busiest, readers, runs]) => ({
  value, joins, type: text(type), from: text(from), to: text(to), bytes, busiest, readers, runs, op: opOf.get(value),
}));
for (const exchange of exchanges) if (exchange.op) exchange.op.exchanges.push(exchange);
const ports = data.ports.map(([result, name, kind, type, layout, bytes]) =>
  ({result, name: text(name), kind: text(kind), type: text(type), layout: text(layout), bytes}));
const argumentsOf = ports.filter(port => !port.result);
const ranks = data.ranks.flatMap(([count, flops, sent, messages, arena, state]) => Array(count).fill({flops, sent, messages, arena, state}));

/// An element: el('p', {class: 'x'}, child, 'text'). Names and texts of the graph only ever become text nodes and attributes.
function el(tag, attributes, ...children) {
  const node = /^(svg|g|path|rect|circle|text|line|title|polygon|defs|linearGradient|stop)$/.test(tag)
    ? document.createElementNS('http://www.w3.org/2000/svg', tag) : document.createElement(tag);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (key.startsWith('on')) node.addEventListener(key.slice(2), value);
    else if (value !== false && value != null) node.setAttribute(key, value);
  }
  return fill(node, children);
}

function fill(node, ...children) {
  node.append(...children.flat(4).filter(child => child != null && child !== false && child !== ''));
  return node;
}

function si(value, unit) {
  const prefixes = ['', 'k', 'M', 'G', 'T', 'P'];
  let i = 0;
  for (; value >= 1000 && i < 5; ++i) value /= 1000;
  return (i ? value.toPrecision(3) : String(Math.round(value))) + ' ' + prefixes[i] + unit;
}
const bytes = value => si(value, 'B');
const flop = value => si(value, 'flop');
const count = (n, one, many) => n.toLocaleString('en') + ' ' + (n === 1 ? one : many || one + 's');

/// Runs of numbers: 0-3, 6.
function runs(numbers) {
  const parts = [];
  for (let i = 0, end; i < numbers.length; i = end) {
    for (end = i + 1; end < numbers.length && numbers[end] === numbers[end - 1] + 1; ++end);
    parts.push(numbers[i] + (end > i + 1 ? '–' + numbers[end - 1] : ''));
  }
  return parts.join(', ');
}
const rankNames = numbers => (numbers.length === 1 ? 'rank ' : 'ranks ') + runs(numbers);

/// Colours that people with colour-blindness tell apart: eight of Okabe and Ito, a scale of lightness for more.
const eight = ['#0072b2', '#e69f00', '#009e73', '#d55e00', '#56b4e9', '#cc79a7', '#b8a900', '#555555'];
const scale = [[68, 1, 84], [59, 82, 139], [33, 145, 140], [94, 201, 98], [253, 231, 37]];
function colour(i, n) {
  if (n <= eight.length) return eight[i];
  const at = i / (n - 1) * (scale.length - 1), low = Math.min(Math.floor(at), scale.length - 2);
  return 'rgb(' + scale[low].map((c, k) => Math.round(c + (scale[low + 1][k] - c) * (at - low))).join(',') + ')';
}
const isDark = rgb => {
  const [r, g, b] = rgb[0] === '#' ? [1, 3, 5].map(k => parseInt(rgb.slice(k, k + 2), 16)) : rgb.match(/\d+/g).map(Number);
  return 0.3 * r + 0.59 * g + 0.11 * b < 150;
};

/// What the graph calls an op: the last name of its scope.
const shortName = op => op.scope.split('/').pop() || op.kind;
const fullName = op => (op.module ? op.module + ' · ' : '') + shortName(op);
/// Forward or backward, where the scope says so.
const phaseOf = op => (/transpose\(/.test(op.scope) ? 'backward' : /(^|\/)(jvp|vjp|checkpoint)\b/.test(op.scope) ? 'forward' : 'rest');
function nameOfValue(value) {
  if (value < argumentsOf.length) return argumentsOf[value].name || 'argument ' + value;
  const op = opOf.get(value);
  return op ? fullName(op) : 'a loop’s value ' + value;
}

/// A list that grows on demand: `make` is called for the items that are shown.
function growing(items, make, step = 100) {
  const list = el('div', {class: 'list'});
  const more = el('button', {class: 'more', onclick: () => grow()});
  let shown = 0;
  const grow = () => {
    more.remove();
    for (const item of items.slice(shown, shown + step)) list.append(make(item));
    shown = Math.min(shown + step, items.length);
    if (shown < items.length) {
      more.textContent = `show ${Math.min(step, items.length - shown)} of ${count(items.length - shown, 'more', 'more')}`;
      list.append(more);
    }
  };
  grow();
  return list;
}
