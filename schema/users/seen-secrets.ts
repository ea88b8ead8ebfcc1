import { hash } from 'node:crypto';

/** Valid keys or tokens found before, by their SHA-256: at most 10,000, the oldest are removed first. */
export class SeenSecrets {
  private static readonly keptMost = 10_000;
  private readonly digests = new Set<string>();

  /** The name of a secret in the cache: its SHA-256 in base64url. */
  static digestOf(secret: string): string {
    return hash('sha256', secret, 'base64url');
  }

  has(secret: string): boolean {
    return this.digests.has(SeenSecrets.digestOf(secret));
  }

  add(secret: string): void {
    this.digests.add(SeenSecrets.digestOf(secret));
    const [first] = this.digests;
    if (this.digests.size > SeenSecrets.keptMost && first !== undefined) this.digests.delete(first);
  }
}
