// Both libraries end jobs in the background, and tell nobody when the database has confirmed it. So the statements that
// do it are watched: what they ended is durable once they are answered.

import pg from "pg";

/**
 * @param ended gives the ids of the jobs that a statement ends, or nothing if it is another kind of statement
 * @param told is given them once the statement is answered
 */
export function observe(ended, told) {
  const query = pg.Client.prototype.query;
  pg.Client.prototype.query = function (config, values, callback) {
    const ids = ended(config, values);
    if (!ids) {
      return query.call(this, config, values, callback);
    }
    if (typeof callback === "function") {
      return query.call(this, config, values, (error, result) => {
        if (!error) {
          told(ids);
        }
        callback(error, result);
      });
    }
    const answer = query.call(this, config, values, callback);
    answer.then(
      () => told(ids),
      () => {}, // the library's own business
    );
    return answer;
  };
}
