import { type DocumentNode, type GraphQLError, Kind } from 'graphql';
import { FairCache } from '../../prisma/shares/fair-cache.ts';
import { mostCompiled } from '../../schema/index.ts';

/** Maximum size of all documents together. */
const mostBytes = 31_457_280;
/** Size of a token: with its position in the document, its part of the tree and of the compiled operation. */
const bytesPerToken = 1_024;
/** Size of a character: it is in the document and in the cache key. */
const bytesPerCharacter = 4;

type Source = string | { readonly body: string };

/** Maximum memory of a document. One with operations beside each other, or conditions, is compiled more than once. */
function weigh(text: string, document: DocumentNode): number {
  let tokens = 0;
  const operations = document.definitions.filter(
    ({ kind }) => kind === Kind.OPERATION_DEFINITION,
  ).length;
  let variants = Math.min(operations, mostCompiled);
  for (let token = document.loc?.startToken; token; token = token.next ?? undefined) {
    tokens += 1;
    if (token.value === 'skip' || token.value === 'include') variants = mostCompiled;
  }
  return text.length * bytesPerCharacter + tokens * bytesPerToken * variants;
}

/**
 * Valid documents, by their text; if all together exceed 30 MiB, the caller who brought the most of them loses the one
 * that was used longest ago. What is compiled for a document is evicted with it. Only documents of known callers are
 * cached.
 */
export class DocumentCache {
  private readonly documents: FairCache<DocumentNode>;
  /** The texts of cached documents by the hash that a client sent with them: one each, and gone with them. */
  private readonly hashed = new Map<string, string>();
  private readonly hashes = new WeakMap<DocumentNode, string>();

  constructor(maxSize = mostBytes) {
    this.documents = new FairCache(maxSize, (document) => {
      this.hashed.delete(this.hashes.get(document) ?? '');
    });
  }

  get bytes(): number {
    return this.documents.size;
  }

  /** The document of a text: a cached one, else a new one by `parse`. */
  parse(source: Source, parse: () => DocumentNode): DocumentNode {
    return this.documents.get(typeof source === 'string' ? source : source.body) ?? parse();
  }

  /** The text of a cached document that has a hash. */
  textOf(hash: string): string | undefined {
    return this.hashed.get(hash);
  }

  /** Gives a document its hash, if it is cached. */
  name(text: string, hash: string): void {
    const document = this.documents.peek(text);
    if (!document) return;
    this.hashed.set(hash, text);
    this.hashes.set(document, hash);
  }

  /** The errors of a document, by `validate` unless it is cached; one without errors is cached for its caller. */
  validate(
    document: DocumentNode,
    validate: () => readonly GraphQLError[],
    caller: string,
  ): readonly GraphQLError[] {
    const text = document.loc?.source.body;
    if (text !== undefined && this.documents.peek(text) === document) return [];
    const errors = validate();
    if (errors.length === 0 && text !== undefined) {
      this.documents.add(text, document, caller, weigh(text, document));
    }
    return errors;
  }
}
