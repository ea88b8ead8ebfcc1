/** Where the editor's workers lie, by what the editor calls them. */
const workers = JSON.parse(window.document.querySelector('#workers').textContent);

window.MonacoEnvironment = {
  getWorker: (_id, label) => new Worker(workers[label] ?? workers.editor, { type: 'module' }),
};
