import { GraphQLError } from 'graphql';

/**
 * How many values an answer shows at most, counted by the fields of its objects: more than one whose records are within
 * their own bound. Records that the database sent once may be shown many times, by fields that lead back to them. So
 * many take some tens of milliseconds to show and to write, in which nothing else runs.
 */
const mostValues = 200_000;

/** A promise takes as long, and as much memory, as so many values: its resolver may do anything. */
export const valuesOfPromise = 40;
/** An error looks for its place in the document. */
export const valuesOfError = 200;

/** How many values a run, or its part, has shown. */
export class ShownValues {
  count = 0;
  private readonly most: number;

  constructor(most = mostValues) {
    this.most = most;
  }

  get areTooMany(): boolean {
    return this.count > this.most;
  }

  note(values: number): void {
    this.count += values;
  }

  /** The bound of one of so many parts, each of which stops for itself. */
  part(parts: number): ShownValues {
    return new ShownValues(this.most / parts);
  }
}

/** A run stopped, because it would show more; or its answer is too long. */
export class TooManyValues extends Error {
  override readonly name = 'TooManyValues';
}

/** The error of what is not shown, because it would be too much; with its key in the answer, or of all of it. */
export const tooManyValues = (key?: string): GraphQLError =>
  new GraphQLError('Too many values', {
    originalError: new TooManyValues(),
    ...(key !== undefined && { path: [key] }),
  });
