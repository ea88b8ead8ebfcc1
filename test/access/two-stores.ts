import { setScene, type Scene } from '../contract/scene.ts';
import { openStore, type Store } from '../support/store.ts';

/** A store whose order tokens authorize any action, and one where they authorize what owners may. Decision: N81. */
export interface TwoStores {
  readonly wide: Store;
  readonly narrow: Store;
  readonly scene: Scene;
  readonly narrowScene: Scene;
  readonly close: () => Promise<void>;
}

export async function openTwoStores(): Promise<TwoStores> {
  const wide = await openStore();
  const narrow = await openStore({ settings: { orderTokenRights: 'owner' } });
  return {
    wide,
    narrow,
    scene: await setScene(wide),
    narrowScene: await setScene(narrow),
    close: async () => {
      await wide.close();
      await narrow.close();
    },
  };
}
