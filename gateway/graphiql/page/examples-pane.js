import { createElement as h } from 'react';
import { useGraphiQL, useGraphiQLActions } from '@graphiql/react';
import { examples } from './examples.js';
import { isNarrow } from './narrow.js';

/** Gives what opens an example in a tab of its own; undefined until there are editors. */
function useOpener() {
  const { addTab, setVisiblePlugin } = useGraphiQLActions();
  const query = useGraphiQL((state) => state.queryEditor);
  const variables = useGraphiQL((state) => state.variableEditor);
  if (!query || !variables) return undefined;
  return (example) => {
    addTab();
    query.setValue(example.query);
    variables.setValue(JSON.stringify(example.variables, null, 2));
    // in a narrow window the pane lies over the editors
    if (isNarrow()) setVisiblePlugin(null);
    // what is chosen here is run there
    query.focus();
  };
}

function ExamplesPane() {
  const open = useOpener();
  return h(
    'section',
    { 'aria-label': 'Examples', className: 'examples' },
    h('div', { className: 'examples-title' }, 'Examples'),
    ...examples.map((example) =>
      h(
        'div',
        { key: example.title, className: 'example' },
        h(
          'button',
          { type: 'button', disabled: !open, onClick: () => open(example) },
          example.title,
        ),
        h('p', null, example.explains),
      ),
    ),
  );
}

const icon = () =>
  h(
    'svg',
    { viewBox: '0 0 16 16', fill: 'none', stroke: 'currentColor', strokeWidth: 1.5 },
    h('path', { d: 'M2 3.5h12M2 8h8M2 12.5h10' }),
  );

/** The examples as a pane beside the book and the history. */
export const examplesPane = { title: 'Examples', icon, content: ExamplesPane };
