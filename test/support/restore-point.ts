import type { Db } from '../../schema/index.ts';

const save = `DO $$ DECLARE t record; BEGIN
  CREATE SCHEMA kept;
  FOR t IN SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' LOOP
    EXECUTE format('CREATE TABLE kept.%1$I AS TABLE public.%1$I', t.name);
  END LOOP;
  CREATE TABLE kept_sequences AS
    SELECT sequencename AS name, last_value AS value FROM pg_sequences WHERE schemaname = 'public';
END $$`;

const restore = `DO $$ DECLARE t record; columns text; BEGIN
  SET LOCAL session_replication_role = replica;
  FOR t IN SELECT tablename AS name FROM pg_tables WHERE schemaname = 'kept' LOOP
    SELECT string_agg(quote_ident(column_name), ', ') INTO columns FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name = t.name AND is_generated = 'NEVER';
    EXECUTE format('DELETE FROM public.%I', t.name);
    EXECUTE format('INSERT INTO public.%1$I (%2$s) OVERRIDING SYSTEM VALUE SELECT %2$s FROM kept.%1$I',
      t.name, columns);
  END LOOP;
  PERFORM setval(format('public.%I', name)::regclass, coalesce(value, 1), value IS NOT NULL)
    FROM kept_sequences;
END $$`;

/** Saves all rows of a database, and returns a function that restores them. */
export async function keepRows(db: Db): Promise<() => Promise<void>> {
  await db.$executeRawUnsafe(save);
  return async () => {
    await db.$executeRawUnsafe(restore);
  };
}
