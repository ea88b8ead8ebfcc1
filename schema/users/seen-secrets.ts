import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** Valid keys or tokens found before, by their SHA-256: the 10,000 that were used last. */
export class SeenSecrets {
  private readonly digests = new LRUCache<string, true>({ max: 10_000 });

  /** The name of a secret in the cache: its SHA-256 in base64url. */
  static digestOf(secret: string): string {
    return hash('sha256', secret, 'base64url');
  }

  has(secret: string): boolean {
    return this.digests.get(SeenSecrets.digestOf(secret)) === true;
  }

  add(secret: string): void {
    this.digests.set(SeenSecrets.digestOf(secret), true);
  }

  delete(secret: string): void {
    this.digests.delete(SeenSecrets.digestOf(secret));
  }
}
