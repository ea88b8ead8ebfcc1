import './workers.js';
import 'graphiql/style.css';
import './page.css';
import { GraphiQL, HISTORY_PLUGIN } from 'graphiql';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { showHeader } from '/pages/header.js';
import { h as element } from '/pages/h.js';
import { recallSession, watchSession } from '/pages/session.js';
import { signInCard } from '/pages/sign-in.js';
import { Editors } from './editors.js';
import { first } from './examples.js';
import { examplesPane } from './examples-pane.js';
import { readLink } from './link.js';
import { isNarrow } from './narrow.js';
import { send } from './send.js';
import { SystemColours } from './system-colours.js';

const place = window.document.querySelector('#root');
const link = readLink();

/** Whose GraphiQL is shown, and how it is taken away. */
let shown = { keyId: null, end: () => undefined };

function show({ keyId }) {
  const title = element('h1.unseen', 'GraphiQL');
  const inside = element('div', { id: 'graphiql' });
  place.replaceChildren(title, inside);
  const root = createRoot(inside);
  root.render(
    createElement(
      GraphiQL,
      {
        fetcher: send,
        defaultQuery: first,
        initialQuery: link.query,
        initialVariables: link.variables,
        plugins: [HISTORY_PLUGIN, examplesPane],
        visiblePlugin: link.query === undefined && !isNarrow() ? examplesPane : undefined,
        defaultEditorToolsVisibility: 'variables',
        isHeadersEditorEnabled: true,
        // how to sign in and where to begin stands there
        schemaDescription: true,
        // or a key that is typed there would be written to the browser's disk
        shouldPersistHeaders: false,
      },
      createElement(GraphiQL.Logo, null, createElement(SystemColours), createElement(Editors)),
    ),
  );
  return { keyId, end: () => root.unmount() };
}

showHeader({ asksItself: true });
watchSession((person, why) => {
  if (person !== null && person.keyId === shown.keyId) return;
  shown.end();
  shown = { keyId: null, end: () => undefined };
  if (person !== null) {
    shown = show(person);
    return;
  }
  place.replaceChildren(signInCard('GraphiQL', why));
  window.document.querySelector('#key').focus();
});
await recallSession();
