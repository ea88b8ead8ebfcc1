import type { DocumentNode, GraphQLError } from 'graphql';
import { LRUCache } from 'lru-cache';

/** What all documents may weigh together. Decision: N9. */
const mostBytes = 31_457_280;
/** What a token weighs: with its place in the document, its part of the tree and of the compiled operation. */
const bytesPerToken = 1_024;
/** What a character weighs: it stands in the document and in the name it is found by. */
const bytesPerCharacter = 4;

type Source = string | { readonly body: string };

const textOf = (source: Source): string => (typeof source === 'string' ? source : source.body);

/** How much a document holds in memory, at most: a text has no more tokens than it has characters. */
function weigh(text: string, document: DocumentNode): number {
  let tokens = 0;
  for (let token = document.loc?.startToken; token; token = token.next ?? undefined) tokens += 1;
  return text.length * bytesPerCharacter + tokens * bytesPerToken;
}

/**
 * Documents that fit the schema, by their text; those used longest ago go when all together weigh more than
 * 30 MiB. What is compiled for a document goes with it. Only documents of known callers come here.
 * Decision: N9, Q25.
 */
export class DocumentCache {
  private readonly documents: LRUCache<string, DocumentNode>;
  private readonly texts = new WeakMap<DocumentNode, string>();
  private readonly valid = new WeakSet<DocumentNode>();

  constructor(maxSize = mostBytes) {
    this.documents = new LRUCache({
      maxSize,
      sizeCalculation: (document, text) => weigh(text, document),
    });
  }

  /** The bytes of all documents kept, as they are weighed. */
  get bytes(): number {
    return this.documents.calculatedSize;
  }

  /** The document of a text: a kept one, else a new one by `parse`. */
  parse(source: Source, parse: () => DocumentNode): DocumentNode {
    const text = textOf(source);
    const known = this.documents.get(text);
    if (known) return known;
    const document = parse();
    this.texts.set(document, text);
    return document;
  }

  /** What is wrong with a document, by `validate` unless it is kept; a document without errors is kept. */
  validate(
    document: DocumentNode,
    validate: () => readonly GraphQLError[],
  ): readonly GraphQLError[] {
    if (this.valid.has(document)) return [];
    const errors = validate();
    const text = this.texts.get(document);
    if (errors.length === 0 && text !== undefined) {
      this.valid.add(document);
      this.documents.set(text, document);
    }
    return errors;
  }
}
