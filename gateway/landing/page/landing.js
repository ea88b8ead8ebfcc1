import { showHeader } from '/pages/header.js';
import { recallSession } from '/pages/session.js';

showHeader();
await recallSession();
