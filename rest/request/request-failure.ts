import type { RequestFailureKind } from '../forms/fixed-failures.ts';

/** A request that cannot be read; a format turns it into status and body. */
export class RequestFailure extends Error {
  readonly kind: RequestFailureKind;

  constructor(kind: RequestFailureKind) {
    super(kind);
    this.name = 'RequestFailure';
    this.kind = kind;
  }
}
