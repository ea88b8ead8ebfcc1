/** Whether panes lie over the editors, for want of room beside them; `page.css` has the same bound. */
export const isNarrow = () => window.matchMedia('(width < 50rem)').matches;
