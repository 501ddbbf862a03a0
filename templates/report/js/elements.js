// Elements made from data. Text is only ever set as text, so that no name can become markup.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "style") for (const [key, text] of Object.entries(value)) element.style.setProperty(key, text ?? "");
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children.flat(Infinity)) {
    if (child !== undefined && child !== null && child !== false) {
      element.append(child instanceof Node ? child : String(child));
    }
  }
  return element;
}

function make(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

function draw(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function at(id) {
  return document.getElementById(id);
}

// The colour that a theme gives to a name, for canvases.
function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

// The name of a strategy's colour; one that this version of dfgen does not know has that of what does not matter.
function colourName(strategy) {
  return data.strategies.includes(strategy) ? `strategy-${strategy}` : "faint";
}

function strategyColour(strategy) {
  return `var(--${colourName(strategy)})`;
}

function chip(strategy) {
  return make("span", { class: "chip", style: { "--colour": strategyColour(strategy) } }, strategy);
}
