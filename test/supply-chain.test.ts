import { readFile } from 'node:fs/promises';
import { describe, expect, test } from '@jest/globals';
import semver from 'semver';

const read = async (name: string): Promise<string> =>
  readFile(new URL(`../${name}`, import.meta.url), 'utf8');

interface Package {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly overrides: Readonly<Record<string, string>>;
}
interface Lock {
  readonly packages: Readonly<
    Record<
      string,
      {
        readonly version?: string;
        readonly integrity?: string;
        readonly link?: boolean;
        readonly inBundle?: boolean;
        readonly dev?: boolean;
        readonly devOptional?: boolean;
        readonly optional?: boolean;
        readonly hasInstallScript?: boolean;
        readonly resolved?: string;
        readonly engines?: { readonly node?: string };
      }
    >
  >;
}

const manifest = JSON.parse(await read('package.json')) as Package;
const lock = JSON.parse(await read('package-lock.json')) as Lock;
const installed = Object.entries(lock.packages).filter(([path]) => path !== '');

describe('what the program is built from (P49)', () => {
  test('is pinned to versions, without ranges', () => {
    const { dependencies, devDependencies, overrides } = manifest;
    const named = [dependencies, devDependencies, overrides].flatMap((part) =>
      Object.entries(part),
    );
    const ranges = named.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version));
    expect(ranges).toEqual([]);
  });

  test('is locked at the very versions that are asked for', () => {
    const asked = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
    const locked = asked.map(([name]) => [name, lock.packages[`node_modules/${name}`]?.version]);
    expect(locked).toEqual(asked);
  });

  test('comes from the registry alone: no package from git, a file or an address', () => {
    const elsewhere = installed.filter(([, { resolved, link }]) => link || resolved !== undefined);
    expect(elsewhere.map(([path]) => path)).toEqual([]);
  });

  test('is locked with a digest for every package', () => {
    const open = installed.filter(
      ([, { integrity = '', link, inBundle }]) =>
        !link && !inBundle && !/^sha(256|384|512)-/.test(integrity),
    );
    expect(open.map(([path]) => path)).toEqual([]);
  });

  test('runs no script of a package at install; at run time only one package has any', async () => {
    expect((await read('.npmrc')).split('\n')).toContain('ignore-scripts=true');
    const scripted = installed.filter(
      ([, { hasInstallScript, dev, devOptional }]) =>
        hasInstallScript === true && dev !== true && devOptional !== true,
    );
    // counts installations of swagger-ui-dist, and is turned off as well
    expect(scripted.map(([path]) => path)).toEqual(['node_modules/@scarf/scarf']);
  });

  test.each(['20.19.0', '22.15.0', '24.0.0'])('runs on Node.js %s', (version) => {
    const refusing = installed.filter(
      ([, { engines, optional }]) => !optional && !semver.satisfies(version, engines?.node ?? '*'),
    );
    expect(refusing.map(([path]) => path)).toEqual([]);
  });

  test('is little: at most 25 packages are asked for at run time', () => {
    expect(Object.keys(manifest.dependencies).length).toBeLessThanOrEqual(25);
  });
});
