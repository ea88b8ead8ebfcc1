-- Entries are not deleted all at once either: they may be younger than the shortest time they are kept.
CREATE TRIGGER audit_entries_stay_whole BEFORE TRUNCATE ON "audit_entries"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit_entries();
