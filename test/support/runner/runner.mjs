import { createRunner } from 'jest-light-runner';

const asked = 'jest-light-runner-get-worker-data';
const answered = 'jest-light-runner-worker-data';

/**
 * Runs test files in two or more processes that live as long as the run. The library's own channel answers all
 * processes when the first one asks for the configuration, and forgets them: one that does not listen yet, because
 * the machine is busy, waits for ever. Here each process is answered when it asks.
 */
export default class Runner extends createRunner({ runtime: 'child_process' }) {
  _runTest(test) {
    const { config: projectConfig } = test.context;
    const isFirst = !this._testRunners.has(projectConfig);
    const running = super._runTest(test);
    if (isFirst) this.answerEach(projectConfig);
    return running;
  }

  /** The first file is under way with the library's channel, alone; the others get one each. */
  answerEach(projectConfig) {
    const runner = this._testRunners.get(projectConfig);
    const workerData = {
      globalConfig: this._globalConfig,
      projectConfig,
      runtime: this._runtime,
    };
    runner.run = ({ path }) => {
      let tell;
      const channel = {
        onMessage: (listener) => {
          tell = listener;
        },
        postMessage: (message) => {
          if (message === asked) tell({ type: answered, workerData });
        },
      };
      return runner.pool.run(path, { channel });
    };
  }
}
