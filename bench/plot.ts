import { write } from './figures.ts';
import { jobs } from './jobs.ts';
import { rivalsOf } from './options.ts';
import type { Options } from './options.ts';
import { figureOf, ratioOf } from './outcome.ts';
import type { JobResult } from './outcome.ts';
import { rivalTitles } from './tables.ts';
import type { RivalName } from './ways.ts';

/** Lengths in units of the picture. */
const size = { width: 760, left: 130, bar: 16, gap: 4, group: 26, top: 56, bottom: 34 } as const;

/** The widest ratio has to fit, with its figures after it. */
const figuresWidth = 150;

/** Fill of the bars in light and dark mode; both contrast with white and with black. */
const fills: Readonly<Record<RivalName, readonly [day: string, night: string]>> = {
  floor: ['#8c959f', '#6e7681'],
  newer: ['#0969da', '#4493f8'],
  older: ['#8250df', '#ab7df8'],
  graphql: ['#bf3989', '#db61a2'],
};

function writeStyle(rivals: readonly RivalName[]): string {
  const fillsOf = (place: 0 | 1): string =>
    rivals.map((rival) => `.${rival}{fill:${fills[rival][place]}}`).join('');
  return (
    'text{font:12px system-ui,sans-serif;fill:#1f2328}.head{font-weight:600}.quiet{fill:#59636e}line{stroke:#d1d9e0}' +
    `${fillsOf(0)}@media(prefers-color-scheme:dark){text{fill:#f0f6fc}.quiet{fill:#9198a1}` +
    `line{stroke:#3d444d}${fillsOf(1)}}`
  );
}

const text = (x: number, y: number, words: string, rest = ''): string =>
  `<text x="${x}" y="${y}"${rest}>${words}</text>`;

/**
 * A bar chart of the jobs, each rival's requests per second relative to the floor's, as SVG for light and dark
 * backgrounds. `conditions` is a line below it.
 */
export function drawPlot(
  results: readonly JobResult[],
  options: Options,
  conditions: string,
): string {
  const rivals = rivalsOf(options);
  const ratios = results.map((result) =>
    rivals.map((rival) =>
      rival === 'floor' ? 1 : (ratioOf(result, rival, 'requestsPerSecond') ?? 0),
    ),
  );
  const scale = (size.width - size.left - figuresWidth) / Math.max(1, ...ratios.flat());
  const groupHeight = rivals.length * (size.bar + size.gap) + size.group;
  const height = size.top + results.length * groupHeight + size.bottom;
  const floorX = size.left + scale;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${height}" width="${size.width}" height="${height}" role="img">`,
    '<title>Requests per second, in parts of the floor’s</title>',
    `<style>${writeStyle(rivals)}</style>`,
    text(0, 16, 'Requests per second, in parts of the floor’s (1.00)', ' class="head"'),
    ...rivals.map((rival, place) => {
      const x = size.left + place * 110;
      return `<rect class="${rival}" x="${x}" y="28" width="12" height="12" rx="2"/>${text(x + 18, 38, rivalTitles[rival])}`;
    }),
    `<line x1="${round(floorX)}" x2="${round(floorX)}" y1="${size.top - 8}" y2="${height - size.bottom}"/>`,
    ...results.flatMap((result, group) => {
      const top = size.top + group * groupHeight;
      const middle = top + (rivals.length * (size.bar + size.gap)) / 2;
      return [
        text(size.left - 12, round(middle + 4), jobs[result.job].title, ' text-anchor="end"'),
        ...rivals.map((rival, place) =>
          drawBar(
            result,
            rival,
            top + place * (size.bar + size.gap),
            scale,
            ratios[group]?.[place] ?? 0,
          ),
        ),
      ];
    }),
    text(0, height - 10, conditions, ' class="quiet"'),
    '</svg>',
    '',
  ].join('\n');
}

function drawBar(
  result: JobResult,
  rival: RivalName,
  y: number,
  scale: number,
  ratio: number,
): string {
  const width = round(ratio * scale);
  const rate = figureOf(result, rival, 'requestsPerSecond');
  const figures = `${write(ratio, 2)} · ${rate === null ? 'unknown' : `${write(rate, 0)}/s`}`;
  return (
    `<rect class="${rival}" x="${size.left}" y="${y}" width="${width}" height="${size.bar}" rx="2"/>` +
    text(round(size.left + width + 6), y + size.bar - 4, figures, ' class="quiet"')
  );
}

const round = (value: number): number => Math.round(value * 10) / 10;
