import { printSchema } from 'graphql';
import { test } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { schema } from '../../schema/index.ts';
test('sdl', () => { writeFileSync('schema/schema.graphql', printSchema(schema) + '\n'); });
