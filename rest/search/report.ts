import type { FieldMessages } from '../words/naming.ts';
import { maximumConditions, type Spent } from './operands.ts';
import type { Parameter } from './parameters.ts';

const maximumNamed = 20;
/** Maximum length of all names together: clients limit the size of headers without saying so. */
const maximumCharacters = 2_000;
const maximumPatternCharacters = 1_000;

/** Non-printable and non-ASCII characters, the comma that separates the names, and the percent sign itself. */
const encode = (name: string): string =>
  name.replace(/[^\x20-\x7e]+|[,%]/gu, (text) => encodeURIComponent(text.toWellFormed()));

/** Problems of a search: names to ignore, and messages for which it is refused, by parameter name as sent. */
export class SearchReport {
  private readonly messages = new Map<string, { position: number; texts: string[] }>();
  /** The ignored names, each with its first position. */
  private readonly ignoredNames = new Map<string, number>();
  private readonly isStrict: boolean;
  private readonly refusesIgnored: boolean;
  private isRefusedAnyway = false;
  private spent: Spent = { comparisons: 0, patternCharacters: 0 };

  /** `isStrict` refuses unknown names under `q` too, `refusesIgnored` everything that would be ignored. */
  constructor(isStrict: boolean, refusesIgnored: boolean) {
    this.isStrict = isStrict;
    this.refusesIgnored = refusesIgnored;
  }

  /** Whether everything refused would otherwise have been ignored. */
  get refusesOnlyIgnored(): boolean {
    return this.messages.size > 0 && !this.isRefusedAnyway;
  }

  refuse(parameter: Parameter, name: string, message: string): void {
    this.isRefusedAnyway = true;
    this.note(parameter, name, message);
  }

  private note({ position }: Pick<Parameter, 'position'>, name: string, message: string): void {
    const entry = this.messages.get(name) ?? { position, texts: [] };
    this.messages.set(name, entry);
    if (!entry.texts.includes(message)) entry.texts.push(message);
  }

  /**
   * A key that is neither a condition nor a sort key: it is refused, or ignored under the name `told`, or refused where
   * what would be ignored is.
   */
  unknown(
    parameter: Parameter,
    name = parameter.name,
    told = name,
    message = 'is not searchable',
  ): void {
    if (parameter.root === 'search' || this.isStrict) this.refuse(parameter, name, message);
    else if (this.refusesIgnored) this.note(parameter, told, message);
    else if (!this.ignoredNames.has(told)) this.ignoredNames.set(told, parameter.position);
  }

  /** A parameter outside any search, such as `state=complete`: it may be meant as a condition. */
  outside(name: string, position: number): void {
    this.note({ position }, name, 'is not a parameter of this list');
  }

  /** Counts comparisons and characters of patterns, all roots and groups together. */
  spend(parameter: Parameter, { comparisons, patternCharacters }: Spent): void {
    this.spent = {
      comparisons: this.spent.comparisons + comparisons,
      patternCharacters: this.spent.patternCharacters + patternCharacters,
    };
    if (!this.hasRoom) this.refuse(parameter, parameter.root, 'has too many conditions');
  }

  /** Whether all that was counted is within the limits; beyond them nothing more is read. */
  get hasRoom(): boolean {
    const { comparisons, patternCharacters } = this.spent;
    return comparisons <= maximumConditions && patternCharacters <= maximumPatternCharacters;
  }

  get errors(): FieldMessages {
    const entries = [...this.messages].sort(([, one], [, other]) => one.position - other.position);
    return Object.fromEntries(entries.map(([name, { texts }]) => [name, texts]));
  }

  /** The entries of `X-Search-Ignored`, in order of appearance; `...` for those beyond 20, or 2,000 characters. */
  get ignored(): readonly string[] {
    const names = [...this.ignoredNames]
      .sort(([, one], [, other]) => one - other)
      .map(([name]) => encode(name));
    let length = 0;
    const told = names.slice(0, maximumNamed).filter((name) => {
      length += name.length;
      return length <= maximumCharacters;
    });
    return told.length < names.length ? [...told, '...'] : told;
  }
}
