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
  /** The run has its answer: what still waits is not shown. */
  isOver = false;

  constructor(values: ShownValues, turn?: Turn) {
    this.values = values;
    this.turn = turn;
  }

  /** Whether others come first. */
  get isDue(): boolean {
    return this.turn !== undefined && this.values.count - this.shownBefore >= valuesOfTurn;
  }

  /** Resolves when the run goes on. */
  wait(): Promise<void> {
    return (this.waiting ??= this.giveWay());
  }

  private async giveWay(): Promise<void> {
    await this.turn?.();
    this.shownBefore = this.values.count;
    this.waiting = undefined;
  }
}

/** Waits for nobody. */
export const atOnce = new Pace(new ShownValues());
