// The marks of charts, as the classes of the same names draw them in Java.
const box = (classes, x1, y1, x2, y2, values = {}) => {
  const mark = shape('rect', classes, {
    x: Math.min(x1, x2), y: Math.min(y1, y2), width: Math.abs(x2 - x1), height: Math.abs(y2 - y1) });
  for (const [key, value] of Object.entries(values)) mark.dataset[key] = value;
  return mark;
};
const frame = (svg, name) => {
  const [left, top, width, height] = svg.dataset[name].split(' ').map(Number);
  return { left, top, width, height, right: left + width, bottom: top + height };
};
const group = (svg, name) => svg.querySelector(':scope > .' + name);
const describe = (svg, words) => { svg.querySelector('desc').textContent = words; };

// bins: { n: rows, a: accuracy, c: confidence, l: low, h: high }, one number a bin.
const drawReliability = (svg, bins) => {
  const plot = frame(svg, 'plot');
  const strip = frame(svg, 'strip');
  const repeated = svg.dataset.kind === 'repeated';
  const measured = svg.dataset.kind === 'measured';
  const total = measured ? 1 : bins.n.reduce((sum, rows) => sum + rows, 0);
  const most = Number(svg.dataset.mostRows);
  const x = share => plot.left + share * plot.width;
  const y = share => plot.bottom - share * plot.height;
  const marks = { bars: [], counts: [], whiskers: [], columns: [] };
  const width = plot.width / bins.n.length;
  const inset = Math.min(1, width / 10);
  bins.n.forEach((rows, bin) => {
    if (!(rows > 0)) return;
    const low = bin / bins.n.length;
    const high = (bin + 1) / bins.n.length;
    const [left, right] = [x(low) + inset, x(high) - inset];
    const side = bins.c[bin] > bins.a[bin] ? 'over' : 'under';
    marks.bars.push(box('bar accuracy', left, y(0), right, y(bins.a[bin]), { bin, value: bins.a[bin] }));
    const gap = box('gap ' + side, left, y(bins.a[bin]), right, y(bins.c[bin]), { bin, value: bins.c[bin] });
    gap.setAttribute('fill', `url(#${svg.id}-${side})`);
    marks.bars.push(gap);
    const share = rows / total;
    marks.counts.push(box('bar count', left, strip.bottom, right,
      strip.bottom - share / most * strip.height, { bin, value: share }));
    if (repeated) {
      marks.whiskers.push(box('band', left, y(bins.l[bin]), right, y(bins.h[bin]),
        { bin, low: bins.l[bin], high: bins.h[bin] }));
    } else {
      const middle = x((low + high) / 2);
      const cap = Math.min(5, width / 3);
      const at = value => Math.round(value * 100) / 100;
      const whisker = shape('path', 'whisker', {
        d: `M${at(middle - cap)} ${at(y(bins.l[bin]))}H${at(middle + cap)}M${at(middle)} `
          + `${at(y(bins.l[bin]))}V${at(y(bins.h[bin]))}M${at(middle - cap)} `
          + `${at(y(bins.h[bin]))}H${at(middle + cap)}` });
      Object.assign(whisker.dataset, { bin, low: bins.l[bin], high: bins.h[bin] });
      marks.whiskers.push(whisker);
    }
    marks.columns.push(hint(box('column', x(low), plot.top, x(high), strip.bottom),
      `Confidence ${decimals(100 * low, 1)}–${percent(high)}: `
      + (measured ? count(rows) + ' rows, ' : percent(share) + ' of the rows, ')
      + `${percent(bins.a[bin])} right (${repeated ? '± deviation' : '95 % interval'} `
      + `${decimals(100 * bins.l[bin], 1)}–${percent(bins.h[bin])}), `
      + `mean confidence ${percent(bins.c[bin])}`));
  });
  for (const [name, made] of Object.entries(marks)) group(svg, name).replaceChildren(...made);
  const within = share => Math.max(0, Math.min(1, share));
  const corner = (at, away) => `${x(at).toFixed(2)} ${y(within(at + away)).toFixed(2)}`;
  const band = bins.n.map((rows, bin) => {
    if (!(rows > 0)) return '';
    const deviation = Math.sqrt(bins.c[bin] * (1 - bins.c[bin]) / rows);
    const [low, high] = [bin / bins.n.length, (bin + 1) / bins.n.length];
    return `M${corner(low, -deviation)}L${corner(high, -deviation)}`
      + `L${corner(high, deviation)}L${corner(low, deviation)}Z`;
  });
  group(svg, 'chances').firstElementChild.setAttribute('d', band.join(''));
};

// weights: { low, high, rows: bars, mean }
const drawWeights = (svg, weights) => {
  const plot = frame(svg, 'plot');
  const span = Math.log(weights.high / weights.low);
  const within = value => Math.max(weights.low, Math.min(weights.high, value));
  const x = value => plot.left + Math.log(value / weights.low) / span * plot.width;
  const most = Number(svg.dataset.mostRows);
  const step = plot.width / weights.rows.length;
  const edge = bar => weights.low * Math.exp(span * bar / weights.rows.length);
  const bars = [];
  weights.rows.forEach((rows, bin) => {
    if (!(rows > 0)) return;
    bars.push(hint(box('bar weight', plot.left + bin * step + 0.5, plot.bottom,
      plot.left + (bin + 1) * step - 0.5, plot.bottom - rows / most * plot.height, { bin, value: rows }),
      `Weight ${short(edge(bin))}–${short(edge(bin + 1))}: ${count(rows)} rows`));
  });
  group(svg, 'bars').replaceChildren(...bars);
  const mean = group(svg, 'mean');
  const at = x(within(weights.mean));
  mean.dataset.value = weights.mean;
  const line = mean.querySelector('line');
  line.setAttribute('x1', at);
  line.setAttribute('x2', at);
  const label = mean.querySelector('text');
  label.setAttribute('x', at);
  label.setAttribute('class', 'label' + (at < plot.left + 50 ? '' : at > plot.right - 50 ? ' end' : ' mid'));
  label.textContent = 'mean ' + short(weights.mean);
};

// Round values of a logarithmic axis: multiples of 1, 2 and 5, or powers of ten where it is long.
const logTicks = (low, high) => {
  const ticks = [];
  const leads = high / low < 200 ? [1, 2, 5] : [1];
  const first = Math.floor(Math.log10(low));
  const last = Math.ceil(Math.log10(high));
  const stride = leads.length > 1 ? 1 : Math.max(1, Math.ceil((last - first) / 6));
  for (let power = first; power <= last; power++) {
    if (power % stride !== 0) continue;
    for (const lead of leads) {
      const value = lead * 10 ** power;
      if (value >= low * 0.999999 && value <= high * 1.000001) ticks.push(value);
    }
  }
  return ticks;
};
const plain = value => String(Number(value.toPrecision(3)));
const relabelBelow = (svg, plot, ticks, x) => {
  const axis = svg.querySelector('.axis > .base').parentNode;
  axis.querySelectorAll('.tick').forEach(tick => tick.remove());
  for (const tick of ticks) {
    const text = shape('text', 'tick mid', { x: x(tick), y: plot.bottom + 20 });
    text.textContent = plain(tick);
    axis.append(text);
  }
};
const relabelBeside = (svg, plot, ticks, y, words) => {
  const axis = [...svg.querySelectorAll('.axis')].find(each => !each.querySelector('.base'));
  const marks = [];
  for (const tick of ticks) {
    marks.push(shape('line', 'grid', { x1: plot.left, y1: y(tick), x2: plot.right, y2: y(tick) }));
    const text = shape('text', 'tick end', { x: plot.left - 7, y: y(tick) + 4 });
    text.textContent = words(tick);
    marks.push(text);
  }
  axis.replaceChildren(...marks);
};

// The weights of another task: axes of its own.
const drawTaskWeights = (svg, weights, most) => {
  const plot = frame(svg, 'plot');
  svg.dataset.mostRows = most;
  const span = Math.log(weights.high / weights.low);
  const x = value => plot.left + Math.log(value / weights.low) / span * plot.width;
  relabelBelow(svg, plot, logTicks(weights.low, weights.high), x);
  relabelBeside(svg, plot, [0, most], rows => plot.bottom - rows / most * plot.height, count);
  const even = group(svg, 'even');
  even.setAttribute('x1', x(1));
  even.setAttribute('x2', x(1));
  drawWeights(svg, weights);
};

// land: { t, l: axes, v: one digit a cell, max, zt, zl: zeros, chosen, start: [T, λ] }
const drawLandscape = (svg, land) => {
  const plot = frame(svg, 'plot');
  const [low, high] = [land.t[0], land.t[land.t.length - 1]];
  const [bottom, top] = [land.l[0], land.l[land.l.length - 1]];
  const x = value => plot.left + Math.log(value / low) / Math.log(high / low) * plot.width;
  const y = value => plot.bottom - (value - bottom) / (top - bottom) * plot.height;
  const edges = (values, at) => values.map((value, i) => i === 0 ? at(value) : (at(values[i - 1]) + at(value)) / 2)
    .concat(at(values[values.length - 1]));
  const xs = edges(land.t, x);
  const ys = edges(land.l, y);
  const cells = [];
  for (let r = 0; r < land.l.length; r++) {
    for (let c = 0; c < land.t.length; c++) {
      const level = land.v[r * land.t.length + c];
      cells.push(box('heat-' + (level === '-' ? 'none' : level), xs[c], ys[r], xs[c + 1], ys[r + 1]));
    }
  }
  group(svg, 'heat').replaceChildren(...cells);
  const points = land.zt.map((t, i) => `${x(t).toFixed(2)},${y(land.zl[i]).toFixed(2)}`).join(' ');
  group(svg, 'zeros').replaceChildren(...['zero halo', 'zero'].map(name => shape('polyline', name, { points })));
  const start = group(svg, 'start');
  if (start) {
    const [sx, sy] = [x(land.start[0]), y(land.start[1])];
    start.replaceChildren(shape('line', '', { x1: sx - 6, y1: sy - 6, x2: sx + 6, y2: sy + 6 }),
      shape('line', '', { x1: sx - 6, y1: sy + 6, x2: sx + 6, y2: sy - 6 }));
  }
  const clamp = (value, from, to) => Math.max(from, Math.min(to, value));
  const [cx, cy] = [clamp(x(land.chosen[0]), plot.left, plot.right), y(land.chosen[1])];
  const chosen = group(svg, 'chosen');
  const dot = chosen.querySelector('circle');
  dot.setAttribute('cx', cx);
  dot.setAttribute('cy', cy);
  const label = chosen.querySelector('text');
  const left = cx > plot.right - 130;
  label.setAttribute('class', left ? 'label end' : 'label');
  label.setAttribute('x', left ? cx - 12 : cx + 12);
  label.setAttribute('y', clamp(cy + 4, plot.top + 14, plot.bottom - 6));
  label.textContent = `T = ${short(land.chosen[0])}, λ = ${decimals(land.chosen[1], 2)}`;
  relabelBelow(svg, plot, logTicks(low, high), x);
  group(svg, 'key').lastElementChild.textContent = short(land.max);
};
