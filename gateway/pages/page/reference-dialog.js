/**
 * What is needed of the React that Swagger UI brings along.
 * @typedef {object} React
 * @property {(kind: unknown, properties: object, ...children: unknown[]) => unknown} createElement
 * @property {(first: null) => { readonly current: HTMLDialogElement | null }} useRef
 * @property {(effect: () => (() => void) | undefined, inputs: readonly unknown[]) => void} useLayoutEffect
 */

/**
 * A plugin that shows Swagger UI's Authorize form in a `dialog`, so that the keyboard stays inside, Escape closes
 * it, and the focus returns to the button that opened it.
 */
export const authorizeDialog = {
  wrapComponents: {
    /**
     * @param {unknown} Popup
     * @param {{ readonly React: React }} system
     */
    authorizationPopup: (Popup, { React }) =>
      /** @param {object} properties */
      function AuthorizeDialog(properties) {
        const dialog = React.useRef(null);
        React.useLayoutEffect(() => {
          const { current } = dialog;
          current?.showModal();
          // while it is still in the page: only then the focus returns
          return () => current?.close();
        }, []);
        return React.createElement(
          'dialog',
          { ref: dialog, className: 'authorize', 'aria-label': 'Available authorizations' },
          React.createElement(Popup, properties),
        );
      },
  },
};
