// What the pointer rests on, in words.

const tooltip = at("tooltip");

// `title` and lines of text; lines that are empty are left out.
function showTooltip(event, title, ...lines) {
  tooltip.replaceChildren(make("b", {}, title), ...lines.filter(Boolean).map((line) => make("div", {}, line)));
  tooltip.hidden = false;
  const box = tooltip.getBoundingClientRect();
  const x = Math.min(event.clientX + 14, window.innerWidth - box.width - 8);
  const below = event.clientY + 18 + box.height < window.innerHeight;
  const y = below ? event.clientY + 18 : event.clientY - box.height - 10;
  tooltip.style.left = `${Math.max(8, x)}px`;
  tooltip.style.top = `${Math.max(8, y)}px`;
}

function hideTooltip() {
  tooltip.hidden = true;
}
