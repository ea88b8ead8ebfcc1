import { hash } from 'node:crypto';
import { FairCache } from '../../prisma/shares/fair-cache.ts';

/**
 * Valid keys or tokens found before, by their SHA-256: 10,000, of which whoever has the most loses the one used longest
 * ago.
 */
export class SeenSecrets {
  private readonly digests = new FairCache<true>(10_000);

  /** The name of a secret in the cache: its SHA-256 in base64url. */
  static digestOf(secret: string): string {
    return hash('sha256', secret, 'base64url');
  }

  has(secret: string): boolean {
    return this.digests.get(SeenSecrets.digestOf(secret)) === true;
  }

  /** Remembers a secret of a user; of nobody, if it is not known whose it is. */
  add(secret: string, user = ''): void {
    this.digests.add(SeenSecrets.digestOf(secret), true, user);
  }

  delete(secret: string): void {
    this.digests.delete(SeenSecrets.digestOf(secret));
  }
}
