// The expression of one sum as a tree (docs/order.md): levels, blocks, leaves, and the ranks that evaluate its nodes.
const volume = box => box.reduce((n, [begin, end]) => n * Math.max(0, end - begin), 1);
const blocks = ([begin, end], block) => Math.ceil(end / block) - Math.floor(begin / block);

/// The two operands of a node: it splits at the first level of which it holds several blocks, after the largest power of two
/// of them that is less than all.
function operands(order, box) {
  for (let i = 0; i < order.levels.length; ++i) {
    const [dim, block] = order.levels[i], m = blocks(box[dim], block);
    if (m < 2) continue;
    let h = 1;
    while (2 * h < m) h *= 2;
    const at = (Math.floor(box[dim][0] / block) + h) * block;
    const part = range => box.map((whole, d) => (d === dim ? range : whole));
    return {level: i, left: part([box[dim][0], at]), right: part([at, box[dim][1]])};
  }
  return null;
}

/// How many leaves lie below a node.
function leavesOf(order, box) {
  return box.reduce((n, range, dim) => {
    const sizes = order.levels.filter(([d]) => d === dim).map(([, block]) => block);
    return sizes.length ? n * blocks(range, Math.min(...sizes)) : n;
  }, volume(box) ? 1 : 0);
}

/// The shard whose part contains the box, or -1: then it is joined from nodes of several.
function ownerOf(split, box) {
  if (!split) return 0;
  let flat = 0;
  for (let dim = 0; dim < box.length; ++dim) {
    const edges = split.shards[dim];
    if (!edges.length) continue;
    let found = -1;
    for (let i = 0; i < edges.length / 2 && found < 0; ++i)
      if (edges[2 * i] <= box[dim][0] && box[dim][1] <= edges[2 * i + 1] && edges[2 * i] < edges[2 * i + 1]) found = i;
    if (found < 0) return -1;
    flat = flat * (edges.length / 2) + found;
  }
  return flat;
}
const shardCount = split => (split ? split.shards.reduce((n, edges) => n * (edges.length / 2 || 1), 1) : 1);
/// Of many ranks some may have nothing.
const filledShards = split => split.shards.reduce((n, edges) => n * (edges.filter((begin, i) => i % 2 === 0 && begin < edges[i + 1]).length || 1), 1);
function ranksOf(split, shard) {
  if (!split.lists) {
    split.lists = new Map();
    split.ranks.forEach((s, rank) => (split.lists.get(s) || split.lists.set(s, []).get(s)).push(rank));
  }
  return split.lists.get(shard) || [];
}

/// The part of the tree that is drawn. Nodes that several ranks join are opened first, then the largest; `most` bounds the ends.
function drawnTree(sum, most) {
  const {order, split} = sum;
  const make = (box, parent) => ({box, parent, owner: ownerOf(split, box), leaves: leavesOf(order, box), children: null});
  const root = make(order.box.map(size => [0, size]), null);
  let ends = 1;
  const open = [root];
  while (open.length && ends < most) {
    let best = 0;
    for (let i = 1; i < open.length; ++i) {
      const a = open[i], b = open[best];
      if ((a.owner < 0) !== (b.owner < 0) ? a.owner < 0 : a.leaves > b.leaves) best = i;
    }
    const [node] = open.splice(best, 1), pair = operands(order, node.box);
    if (!pair) continue;
    node.level = pair.level;
    node.children = [make(pair.left, node), make(pair.right, node)];
    open.push(...node.children);
    ++ends;
  }
  return root;
}

/// At not_guaranteed no order binds: a part per shard, joined one after the other.
function drawnFold(sum) {
  const parts = [];
  const {order, split} = sum, whole = order.box.map(size => [0, size]);
  const walk = (dim, box) => {
    if (dim === box.length) return void (volume(box) && parts.push({box, owner: ownerOf(split, box), leaves: 1, children: null, free: true}));
    const edges = split ? split.shards[dim] : [];
    if (!edges.length) return walk(dim + 1, box);
    for (let i = 0; i < edges.length; i += 2) walk(dim + 1, box.map((range, d) => (d === dim ? [edges[i], edges[i + 1]] : range)));
  };
  walk(0, whole);
  if (parts.length > 40) parts.splice(20, parts.length - 40);
  return parts.reduce((left, right) => {
    const node = {box: whole, owner: -1, leaves: 0, level: 0, children: [left, right]};
    left.parent = right.parent = node;
    return node;
  });
}

/// How many ends are drawn: all leaves of a small tree; of a large one as many as show each rank's nodes, if these are few.
function endsFor(sum) {
  const leaves = leavesOf(sum.order, sum.order.box.map(n => [0, n]));
  return leaves <= 48 ? leaves : sum.nodes > 16 && sum.nodes <= 48 ? sum.nodes : 16;
}

function svgTree(sum) {
  const {order, split} = sum, free = order.level === 'not_guaranteed';
  const root = free ? drawnFold(sum) : drawnTree(sum, endsFor(sum));
  const ends = [], inner = [];
  (function walk(node) {
    node.height = 0;
    if (!node.children) return void ends.push(node);
    node.children.forEach(walk);
    node.height = 1 + Math.max(...node.children.map(child => child.height));
    inner.push(node);
  })(root);
  const n = shardCount(split), W = 820, slot = W / ends.length, step = Math.max(9, Math.min(34, 260 / (root.height + 1)));
  const abbreviated = ends.some(end => end.leaves > 1), tail = abbreviated ? 34 : 10, top = 26, base = top + root.height * step + tail;
  const paint = node => (split ? node.owner < 0 ? '#333' : colour(node.owner, n) : '#4a6fa5');
  const svg = el('svg', {class: 'tree', role: 'img', 'aria-label': 'the expression of the sum as a tree'}), defs = el('defs'), edges = el('g'), marks = el('g');
  svg.append(defs, edges, marks);
  ends.forEach((end, i) => { end.x = (i + 0.5) * slot; end.y = base - tail; });
  for (const node of inner) { // children come first
    node.x = (node.children[0].x + node.children[1].x) / 2;
    node.y = base - tail - node.height * step;
    for (const child of node.children)
      edges.append(el('path', {d: `M${child.x} ${child.y}V${node.y}H${node.x}`, stroke: paint(child), class: 'edge'}));
  }
  const say = node => {
    const where = split ? node.owner < 0 ? 'joined from nodes of several ranks' : 'evaluated on ' + rankNames(ranksOf(split, node.owner)) : 'on every rank that has this element of the result';
    return el('title', {}, `[${node.box.map(([b, e]) => b + ':' + e).join(', ')}], ${count(node.leaves, 'leaf', 'leaves')}: ${where}`);
  };
  const isSent = node => split && node.owner >= 0 && (!node.parent || node.parent.owner < 0);
  for (const end of ends) {
    const w = Math.min(slot * 0.72, 30), x = end.x;
    if (end.leaves > 1) {
      let fill = paint(end);
      if (end.owner < 0) { // several ranks below: from the colour of the first to that of the last
        const first = ownerOf(split, end.box.map(([b]) => [b, b + 1])), last = ownerOf(split, end.box.map(([, e]) => [e - 1, e]));
        const id = 'g' + defs.childNodes.length;
        defs.append(el('linearGradient', {id}, el('stop', {offset: 0, 'stop-color': colour(first, n)}), el('stop', {offset: 1, 'stop-color': colour(last, n)})));
        fill = `url(#${id})`;
      }
      marks.append(el('polygon', {points: `${x},${end.y} ${x + w / 2},${base} ${x - w / 2},${base}`, fill}, say(end)));
      if (slot > 7 * short(end.leaves).length + 6) marks.append(el('text', {x, y: base + 12, class: 'tiny'}, '×' + short(end.leaves)));
    } else {
      marks.append(el('rect', {x: x - w / 2, y: end.y, width: w, height: 10, rx: 1.5, fill: paint(end)}, say(end)));
    }
    if (isSent(end)) marks.append(el('circle', {cx: x, cy: end.y, r: Math.min(5, w / 2), fill: paint(end), class: 'sent'}, say(end)));
  }
  for (const node of inner)
    marks.append(el('circle', {cx: node.x, cy: node.y, r: isSent(node) ? 5 : node === root ? 5 : 2.5, fill: paint(node), class: isSent(node) ? 'sent' : ''}, say(node)));
  marks.append(el('text', {x: root.x, y: root.y - 9, class: 'root'}, order.init ? 'init + tree = result' : 'result'));
  let y = base + (abbreviated ? 22 : 10);
  const strip = (label, key, draw) => {
    const rows = [];
    for (let i = 0, end; i < ends.length; i = end) {
      for (end = i + 1; end < ends.length && key(ends[end]) === key(ends[i]);) ++end;
      rows.push([i, end]);
    }
    for (const [begin, end] of rows) draw(begin * slot, (end - begin) * slot, ends.slice(begin, end));
    svg.append(el('text', {x: W + 8, y: y + 12, class: 'label'}, label));
    y += 20;
  };
  const bar = (x, width, fill, words, bordered) => {
    svg.append(el('rect', {x: x + 0.75, y, width: Math.max(width - 1.5, 0.5), height: 16, fill, class: bordered ? 'block' : ''}));
    if (words.length * 5.8 < width - 3) svg.append(el('text', {x: x + width / 2, y: y + 12, class: 'tiny', fill: bordered || !isDark(fill) ? '#222' : '#fff'}, words));
  };
  if (!free)
    order.levels.forEach(([dim, block], i) => {
      const blockOf = end => order.levels.slice(0, i + 1).map(([d, b]) => Math.floor(end.box[d][0] / b)).join();
      const spans = part => [part[0].box[dim][0], part[part.length - 1].box[dim][1]];
      const hidden = ends.every(end => order.levels.slice(0, i).some(([d, b]) => blocks(end.box[d], b) > 1)); // below what is drawn
      if (!hidden && blocks([0, order.box[dim]], block) > 1) strip(`level ${i + 1}: dim ${dim}, blocks of ${block}`, end => blockOf(end), (x, width, part) => {
        const [b, e] = spans(part), m = blocks([b, e], block);
        bar(x, width, '#f1f3f5', m > 1 ? (width > 70 ? `${m} blocks` : '×' + short(m)) : e - b === 1 ? String(b) : `${b}:${e}`, true);
      });
    });
  if (split)
    strip('evaluated on', end => end.owner, (x, width, part) => {
      const owner = part[0].owner;
      if (owner >= 0) return bar(x, width, colour(owner, n), width > 80 ? rankNames(ranksOf(split, owner)) : runs(ranksOf(split, owner)));
      part.forEach((end, i) => {
        const first = ownerOf(split, end.box.map(([b]) => [b, b + 1])), last = ownerOf(split, end.box.map(([, e]) => [e - 1, e]));
        bar(x + i * slot, slot, colour(Math.round((first + last) / 2), n), `${ranksOf(split, first)[0]}–${ranksOf(split, last).pop()}`);
      });
    });
  svg.setAttribute('viewBox', `0 0 ${W + 170} ${y + 2}`);
  return svg;
}

const short = n => (n < 10000 ? String(n) : si(n, '').trim().replace(' ', ''));

/// What happens in a leaf, in a sentence.
function leafText(order) {
  const product = order.terms.includes('*');
  const size = volume(order.box.map((n, dim) => [0, Math.min(n, ...order.levels.filter(([d]) => d === dim).map(([, b]) => b))]));
  const many = count(size, product ? 'product' : 'term');
  if (order.leaf === 'fold')
    return size === 1 ? `A leaf is one ${product ? 'product' : 'term'}.`
      : `A leaf takes ${many} from left to right: ` + (product ? 'fma(a₂, b₂, fma(a₁, b₁, a₀·b₀)) …' : '((x₀ + x₁) + x₂) + …');
  if (order.leaf.startsWith('lanes')) return `A leaf deals ${many} to 32 lanes, element i to lane i mod 32; each lane adds from left to right, and lanes join by halves.`;
  return `A leaf is one chain of tensor-core steps (${order.leaf}) over ${many}.`;
}
