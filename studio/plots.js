// SPDX-License-Identifier: Apache-2.0
// The frontier: detail kept against risk, a point for each k, drawn by uPlot in the page's colours.
import { html, useEffect, useRef, percent } from './ui.js';

const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

export const Frontier = ({ points, yours }) => {
  const box = useRef(null);
  useEffect(() => {
    if (!box.current || points.length === 0) return undefined;
    // From left to right the risk grows, so k falls.
    const sorted = [...points].sort((a, b) => a.risk - b.risk);
    const xs = sorted.map((point) => point.risk * 100);
    const ys = sorted.map((point) => point.detail * 100);
    const mark = (u) => {
      const { ctx } = u;
      ctx.save();
      ctx.font = `${12 * devicePixelRatio}px system-ui, sans-serif`;
      ctx.textAlign = 'center';
      ctx.fillStyle = colour('--muted');
      let free = -Infinity;  // no label is written over another
      sorted.forEach((point, i) => {
        const x = u.valToPos(xs[i], 'x', true);
        const half = (ctx.measureText(`k = ${point.k}`).width / 2) + 4 * devicePixelRatio;
        if (x - half < free) return;
        free = x + half;
        ctx.fillText(`k = ${point.k}`, x, u.valToPos(ys[i], 'y', true) - 12 * devicePixelRatio);
      });
      if (yours) {
        const x = u.valToPos(yours.risk * 100, 'x', true);
        const y = u.valToPos(yours.detail * 100, 'y', true);
        ctx.beginPath();
        ctx.arc(x, y, 8 * devicePixelRatio, 0, 2 * Math.PI);
        ctx.fillStyle = colour('--s2');
        ctx.fill();
        ctx.lineWidth = 3 * devicePixelRatio;
        ctx.strokeStyle = colour('--surface');
        ctx.stroke();
      }
      ctx.restore();
    };
    const axis = (label) => ({ label, stroke: colour('--muted'), grid: { stroke: colour('--grid'), width: 1 }, ticks: { stroke: colour('--grid'), width: 1 }, font: '12px system-ui, sans-serif', labelFont: '13px system-ui, sans-serif' });
    const options = {
      width: box.current.clientWidth, height: 290, cursor: { show: false }, legend: { show: false }, padding: [26, 28, 0, 0],
      scales: { x: { time: false, distr: 3, log: 10, range: (u, low, high) => [Math.min(low, (yours?.risk ?? 1) * 100) / 1.3, Math.max(high, (yours?.risk ?? 0) * 100) * 1.3] },
        y: { range: (u, low, high) => [Math.max(0, Math.min(low, (yours?.detail ?? 1) * 100) - 6), Math.min(100, Math.max(high, (yours?.detail ?? 0) * 100) + 6)] } },
      series: [{}, { stroke: colour('--s1'), width: 2, points: { show: true, size: 8, fill: colour('--s1') } }],
      axes: [{ ...axis('highest risk of a record, %'), values: (u, ticks) => ticks.map((tick) => (tick === null ? '' : `${tick}`)) }, { ...axis('detail kept, %') }],
      hooks: { draw: [mark] },
    };
    const plot = new uPlot(options, [xs, ys], box.current);
    const fit = () => plot.setSize({ width: box.current.clientWidth, height: 290 });
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    const redraw = () => plot.redraw();
    addEventListener('resize', fit);
    scheme.addEventListener('change', redraw);
    return () => { removeEventListener('resize', fit); scheme.removeEventListener('change', redraw); plot.destroy(); };
  }, [JSON.stringify(points), JSON.stringify(yours)]);
  const said = points.map((point) => `k ${point.k}: risk ${percent(point.risk)}, detail ${percent(point.detail)}`).join('; ');
  return html`<div class="plot" ref=${box} role="img" aria-label="Detail kept against the highest risk. ${said}"></div>`;
};
