// Figures as people read them.

function number(value, digits = 3) {
  if (value === 0) return "0";
  if (Math.abs(value) >= 10 ** digits) return Math.round(value).toLocaleString("en");
  return String(Number(value.toPrecision(digits)));
}

function scaled(value, base, units) {
  let index = 0;
  while (Math.abs(value) >= base && index < units.length - 1) {
    value /= base;
    index++;
  }
  return `${number(value)} ${units[index]}`;
}

function time(ns) {
  if (ns === null || ns === undefined) return "–";
  return scaled(ns, 1000, ["ns", "µs", "ms", "s"]);
}

function bytes(size) {
  if (size === null || size === undefined) return "–";
  return scaled(size, 1024, ["B", "KiB", "MiB", "GiB", "TiB"]);
}

function count(value) {
  return value === null || value === undefined ? "–" : Number(value).toLocaleString("en");
}

function percent(share) {
  if (share === null || share === undefined || !Number.isFinite(share)) return "–";
  const value = 100 * share;
  return `${value > 0 && value < 9.95 ? number(value, 2) : Math.round(value)} %`;
}

function plural(value, noun) {
  return `${count(value)} ${noun}${value === 1 ? "" : "s"}`;
}

// Numbers in a text, long ones with a letter: 370500 is 370.5k.
function compact(text) {
  return String(text).replace(/\d{5,}/g, (digits) => scaled(Number(digits), 1000, ["", "k", "M", "G", "T"]).replace(" ", ""));
}
