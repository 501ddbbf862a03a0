// Lines of the graph: paths with rounded corners, arrows, and the figures along them.

function roundedPath(points, radius = 7) {
  const parts = [`M${points[0].x},${points[0].y}`];
  for (let index = 1; index < points.length - 1; index++) {
    const [before, corner, after] = points.slice(index - 1, index + 2);
    const a = towards(corner, before, radius);
    const b = towards(corner, after, radius);
    parts.push(`L${a.x},${a.y}Q${corner.x},${corner.y} ${b.x},${b.y}`);
  }
  const last = points.at(-1);
  return `${parts.join("")}L${last.x},${last.y}`;
}

// The point on the way from one point to another, `most` away but no further than half the way.
function towards(from, to, most) {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const part = Math.min(most, length / 2) / length;
  return { x: from.x + part * (to.x - from.x), y: from.y + part * (to.y - from.y) };
}

function arrow(points, width) {
  const tip = points.at(-1);
  const size = 5 + 0.9 * width;
  const back = towards(tip, points.at(-2), 1e9);
  const angle = Math.atan2(tip.y - back.y, tip.x - back.x);
  const corner = (turn) => `${tip.x - size * Math.cos(angle + turn)},${tip.y - size * Math.sin(angle + turn)}`;
  return draw("path", { d: `M${tip.x},${tip.y}L${corner(0.42)}L${corner(-0.42)}Z`, fill: "var(--colour)" });
}

// Rates at both ends, and the initial tokens in the middle.
function edgeTexts(points, edge) {
  const [fifo] = edge.fifos;
  const parts = [];
  if (edge.fifos.length === 1) {
    const [first, last] = [points[0], points.at(-1)];
    parts.push(draw("text", { x: first.x + 5, y: first.y - 5 }, compact(fifo.rates[0])));
    parts.push(draw("text", { x: last.x - 12, y: last.y - 5, "text-anchor": "end" }, compact(fifo.rates[1])));
  } else {
    const middle = halfway(points);
    parts.push(draw("text", { x: middle.x, y: middle.y - 6, "text-anchor": "middle" }, `${edge.fifos.length} FIFOs`));
  }
  const tokens = edge.fifos.reduce((sum, { delay_tokens }) => sum + delay_tokens, 0);
  if (tokens) {
    const { x, y } = halfway(points);
    const text = compact(tokens);
    const width = 7 * text.length + 10;
    parts.push(draw("rect", { x: x - width / 2, y: y - 9, width, height: 18, rx: 9 }));
    parts.push(draw("text", { class: "delay", x, y: y + 3.5 }, text));
  }
  return parts;
}

function halfway(points) {
  const lengths = points.slice(1).map((point, index) => Math.hypot(point.x - points[index].x, point.y - points[index].y));
  let rest = lengths.reduce((sum, length) => sum + length, 0) / 2;
  for (let index = 0; index < lengths.length; index++) {
    if (rest <= lengths[index]) {
      const part = lengths[index] ? rest / lengths[index] : 0;
      const [a, b] = [points[index], points[index + 1]];
      return { x: a.x + part * (b.x - a.x), y: a.y + part * (b.y - a.y) };
    }
    rest -= lengths[index];
  }
  return points[0];
}

// How long an edge must be for its texts.
function roomForTexts({ fifos }) {
  const [fifo] = fifos;
  const digits = (text) => compact(text).length;
  const rates = fifos.length === 1 ? digits(fifo.rates[0]) + digits(fifo.rates[1]) : 8;
  return 40 + 6.5 * rates + (fifo.delay_tokens ? 16 + 7 * digits(fifo.delay_tokens) : 0);
}
