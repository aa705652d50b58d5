"use strict";

/** Draws who waits for whom. Nodes of a circle stand on one; the others stand in rows below. All text is set as text. */
const graph = (() => {
  const NS = "http://www.w3.org/2000/svg";
  const BOX = { width: 190, height: 40 };

  function element(name, attributes, text) {
    const made = document.createElementNS(NS, name);
    for (const [key, value] of Object.entries(attributes)) {
      made.setAttribute(key, value);
    }
    if (text !== undefined) {
      made.textContent = text;
    }
    return made;
  }

  /** Returns whether a node is something that is waited for and never waits. */
  function isThing(node) {
    return node.kind === "channel" || node.kind === "limit";
  }

  function shortened(text, most) {
    return text.length > most ? text.slice(0, most - 1) + "…" : text;
  }

  function places(nodes, inCircle) {
    const at = new Map();
    const round = nodes.filter(node => inCircle.has(node.id));
    const rest = nodes.filter(node => !inCircle.has(node.id));
    const radius = round.length === 0 ? 0 : Math.max(110, round.length * 34);
    const columns = 5;
    const width = Math.max(columns * (BOX.width + 30), 2 * radius + BOX.width + 60);
    round.forEach((node, i) => {
      const angle = 2 * Math.PI * i / round.length - Math.PI / 2;
      at.set(node.id, { x: width / 2 + radius * 1.5 * Math.cos(angle), y: radius + 50 + radius * Math.sin(angle) });
    });
    const top = round.length === 0 ? 40 : 2 * radius + 130;
    rest.forEach((node, i) => {
      at.set(node.id, {
        x: (i % columns + 0.5) * width / columns,
        y: top + Math.floor(i / columns) * (BOX.height + 34),
      });
    });
    const height = top + Math.ceil(rest.length / columns) * (BOX.height + 34);
    return { at, width, height: Math.max(height, 120) };
  }

  /** Where the line from one box's middle to another leaves that other box. */
  function border(from, to) {
    const dx = to.x - from.x;
    const dy = to.y - from.y;
    const scale = Math.min(
        dx === 0 ? Infinity : (BOX.width / 2 + 4) / Math.abs(dx),
        dy === 0 ? Infinity : (BOX.height / 2 + 4) / Math.abs(dy));
    return { x: to.x - dx * Math.min(scale, 1), y: to.y - dy * Math.min(scale, 1) };
  }

  /** Orders the nodes of circles along them, so that neighbours stand beside each other. */
  function ordered(nodes, edges) {
    const next = new Map();
    edges.filter(edge => edge.isInCircle).forEach(edge => {
      next.set(edge.from, [...(next.get(edge.from) ?? []), edge.to]);
    });
    const seen = [];
    const visit = id => {
      const left = [id];
      while (left.length > 0) {
        const current = left.pop();
        if (!seen.includes(current)) {
          seen.push(current);
          left.push(...(next.get(current) ?? []));
        }
      }
    };
    [...next.keys()].forEach(visit);
    const rank = new Map(seen.map((id, i) => [id, i]));
    return [...nodes].sort((a, b) => (rank.get(a.id) ?? nodes.length) - (rank.get(b.id) ?? nodes.length));
  }

  function draw(nodes, edges, chosen, onChoose) {
    const inCircle = new Set(edges.filter(edge => edge.isInCircle).flatMap(edge => [edge.from, edge.to]));
    const { at, width, height } = places(ordered(nodes, edges), inCircle);
    const svg = element("svg", { class: "graph", viewBox: `0 0 ${width} ${height}`, role: "img",
      "aria-label": `${nodes.length} that wait or are waited for, ${inCircle.size} of them in circles` });
    const heads = element("defs", {});
    for (const [id, kind] of [["head", "head"], ["head-circle", "head-circle"]]) {
      const marker = element("marker", { id, viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7,
        orient: "auto" });
      marker.append(element("path", { d: "M0 0L8 4L0 8Z", class: kind }));
      heads.append(marker);
    }
    svg.append(heads);
    for (const edge of edges) {
      const from = at.get(edge.from);
      const to = at.get(edge.to);
      if (from && to) {
        const start = border(to, from);
        const end = border(from, to);
        svg.append(element("path", {
          d: `M${start.x} ${start.y}L${end.x} ${end.y}`,
          class: edge.isInCircle ? "edge circle" : "edge",
          "marker-end": edge.isInCircle ? "url(#head-circle)" : "url(#head)",
        }));
      }
    }
    for (const node of nodes) {
      const place = at.get(node.id);
      const group = element("g", { transform: `translate(${place.x - BOX.width / 2} ${place.y - BOX.height / 2})`,
        tabindex: 0, class: node.id === chosen ? "chosen" : "" });
      group.append(element("title", {}, `${node.name} ${node.operation}`));
      group.append(element("rect", { width: BOX.width, height: BOX.height, rx: isThing(node) ? 20 : 4,
        class: `node ${node.kind}${inCircle.has(node.id) ? " circle" : ""}` }));
      group.append(element("text", { x: BOX.width / 2, y: 16, "text-anchor": "middle" }, shortened(node.name, 28)));
      const since = node.waitingSeconds === undefined ? "" : ` ${node.waitingSeconds} s`;
      const second = isThing(node) ? node.kind : node.operation ? node.operation + since : "doesn't wait";
      group.append(element("text", { x: BOX.width / 2, y: 32, "text-anchor": "middle" }, shortened(second, 30)));
      group.addEventListener("click", () => onChoose(node.id));
      group.addEventListener("keydown", event => {
        if (event.key === "Enter") {
          onChoose(node.id);
        }
      });
      svg.append(group);
    }
    return svg;
  }

  return { draw };
})();
