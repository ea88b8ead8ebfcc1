-- Who made a key: its own user, or others, who must not hold what that user is given later (N70). Of keys that exist nobody
-- is known.
-- CreateTable
CREATE TABLE "api_key_makers" (
    "api_key_id" BIGINT NOT NULL,
    "user_id" BIGINT NOT NULL,

    CONSTRAINT "api_key_makers_pkey" PRIMARY KEY ("api_key_id","user_id")
);

-- AddForeignKey
ALTER TABLE "api_key_makers" ADD CONSTRAINT "api_key_makers_api_key_id_fkey" FOREIGN KEY ("api_key_id") REFERENCES "api_keys"("id") ON DELETE CASCADE ON UPDATE CASCADE;
