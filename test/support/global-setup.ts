import { nameTemplate } from './template.ts';

/** Jest runs this once before all test files. */
export default function globalSetup(): void {
  nameTemplate();
}
