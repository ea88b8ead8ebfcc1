import { examples } from './examples/index.ts';
import { tryExamples } from './try-examples.ts';

/** Each in one of its two formats, alternating; contract.long.test.ts tries the other. */
tryExamples(examples.filter((_example, place) => (place + Math.floor(place / 2)) % 2 === 0));
