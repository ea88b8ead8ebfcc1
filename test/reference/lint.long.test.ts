import { describe, expect, test } from '@jest/globals';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral from '@stoplight/spectral-core';
import type { RulesetDefinition } from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { documents } from './documents.ts';

/** Errors only, without recommendations. */
const isError = ({ severity }: { readonly severity: unknown }): boolean =>
  severity === 0 || severity === 'error';

describe.each(['newer', 'older'] as const)('the document of the %s format', (format) => {
  const text = JSON.stringify(documents[format]);

  test('breaks no rule of Spectral for OpenAPI', async () => {
    const linter = new spectral.Spectral();
    linter.setRuleset({ extends: [[rulesets.oas as RulesetDefinition, 'recommended']] });
    const found = await linter.run(JSON.parse(text) as Record<string, unknown>);
    expect(found.filter(isError)).toEqual([]);
  });

  test('breaks no rule that Redocly recommends', async () => {
    const config = await createConfig({ extends: ['recommended'], telemetry: 'off' });
    const found = await lintFromString({ source: text, config });
    expect(found.filter(isError)).toEqual([]);
  });
});
