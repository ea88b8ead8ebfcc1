import { existsSync, readFileSync } from 'node:fs';

/** Memory of a process, in MB of a million bytes. */
export interface Memory {
  readonly resident: number;
  /** The peak. */
  readonly peak: number;
}

const bytesOfKilobyte = 1_024;

/** The memory of a running process; null if the system does not report it. */
export function readMemory(pid: number): Memory | null {
  const path = `/proc/${pid}/status`;
  return existsSync(path) ? memoryIn(readFileSync(path, 'utf8')) : null;
}

/** Parses the text of `/proc/<pid>/status`; null if it contains no memory. */
export function memoryIn(status: string): Memory | null {
  const [resident, peak] = ['VmRSS', 'VmHWM'].map((name) => {
    const [, kilobytes] = new RegExp(`^${name}:\\s*(\\d+) kB$`, 'm').exec(status) ?? [];
    return kilobytes === undefined ? undefined : (Number(kilobytes) * bytesOfKilobyte) / 1_000_000;
  });
  return resident === undefined || peak === undefined ? null : { resident, peak };
}
