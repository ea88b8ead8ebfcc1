import { ShownValues } from './shown-values.ts';

/** Resolves when others had their turn of the event loop. */
export type Turn = () => Promise<void>;

/** How many values are shown in one turn: some milliseconds. */
const valuesOfTurn = 10_000;

/** Lets others take their turns while a run shows many values, if it was told how to wait for one. Decision: N46. */
export class Pace {
  private readonly values: ShownValues;
  private readonly turn: Turn | undefined;
  private shownBefore = 0;
  private waiting: Promise<void> | undefined;

  constructor(values: ShownValues, turn?: Turn) {
    this.values = values;
    this.turn = turn;
  }

  /** Whether others come first. */
  get isDue(): boolean {
    return this.turn !== undefined && this.values.count - this.shownBefore >= valuesOfTurn;
  }

  /** Takes a step when nobody else comes first. */
  async step<Value>(take: () => Value): Promise<Awaited<Value>> {
    while (this.isDue) await (this.waiting ??= this.wait());
    return await take();
  }

  private async wait(): Promise<void> {
    await this.turn?.();
    this.shownBefore = this.values.count;
    this.waiting = undefined;
  }
}

/** Waits for nobody. */
export const atOnce = new Pace(new ShownValues());
